import { hostname } from "node:os";
import type { Clock } from "#lib/core/clock.ts";
import { applyCauses, type Cause } from "#lib/db/alerts/apply-causes.ts";
import { readThresholds } from "#lib/db/alerts/rule-settings.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { listEnvironmentIds } from "#lib/db/environments/environments.ts";
import type { SpoolSize } from "#lib/notifications/spool/spool-folder.ts";
import { repeatWork, type Worker } from "../jobs/repeat-work.ts";

type Options = {
  db: Database;
  clock: Clock;
  size: () => SpoolSize;
  bytesMax: number;
  /** Each machine has its own spool, and its own alert in each connected environment. */
  host?: string;
  everyMs?: number;
};

/**
 * Keeps the alert about this machine's spool up to date. Another machine cannot tell: the alert of one that is gone stays
 * until a person resolves it, since notifications may be on its disk.
 */
export function createSpoolAlert({ db, clock, size, bytesMax, host = hostname(), everyMs: pauseMs = 60_000 }: Options): Worker {
  let sinceMs: number | undefined;
  /** Critical from the environment's share of the limit on. */
  const listCauses = async () => {
    const { bytes, setAside } = size();
    const thresholds = await readThresholds(db, "spool_in_use");
    return (await listEnvironmentIds(db)).map((environment): Cause => {
      const [percent] = thresholds(environment);
      const severity = setAside > 0 || bytes >= (bytesMax * percent) / 100 ? "critical" : "warning";
      return { environment, merchantId: null, subject: host, severity, count: 1, atMs: sinceMs ?? 0 };
    });
  };
  const work = async () => {
    const { bytes } = size();
    if (bytes === 0) sinceMs = undefined;
    else sinceMs ??= clock.now();
    const causes = bytes === 0 ? [] : await listCauses();
    await applyCauses(db, { rule: "spool_in_use", subjects: [host], causes, at: new Date(clock.now()) });
    return false;
  };
  // Without the database the spool itself reports what waits; its alert follows a minute later.
  return repeatWork({ work, lanes: 1, pauseMs, onError: () => {} });
}
