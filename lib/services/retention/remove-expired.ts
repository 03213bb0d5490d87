import { setTimeout as pause } from "node:timers/promises";
import type { Environment } from "#lib/core/identifiers.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import {
  beginRetentionRun,
  everywhere,
  listLimitedRetention,
  moveRetainedFrom,
  noteRetentionRun,
  type Retention,
  recordRetentionCheck,
} from "#lib/db/settings/retention.ts";
import type { ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { firstKeptDay, zoneOf } from "./first-kept-day.ts";
import { type Removal, removersOf } from "./removers.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;
type Limits = {
  /** What is not done by then is left for the next run. */
  budgetMs?: number;
  isStopping?: () => boolean;
};

const usualBudgetMs = 20 * 60_000;
const pauseMs = 20;

/**
 * Removes what is older than its environment keeps it, kind by kind, in small steps with pauses between them: first the
 * day is moved from which rows are kept, so that nothing removed comes again. Repeating it goes on where it ended; one
 * kind's trouble is noted and stops no other.
 */
export async function removeExpired(
  parts: Parts,
  { budgetMs = usualBudgetMs, isStopping = () => false }: Limits = {},
): Promise<void> {
  const endsAtMs = parts.clock.monotonic() + budgetMs;
  const mayGoOn = () => !isStopping() && parts.clock.monotonic() < endsAtMs;
  for (const setting of await listLimitedRetention(parts.db)) {
    if (!mayGoOn()) return;
    await removeOf(parts, setting, mayGoOn);
  }
}

async function removeOf(parts: Parts, setting: Retention, mayGoOn: () => boolean): Promise<void> {
  const { db, clock } = parts;
  const { environment, kind, days } = setting;
  if (days === null) return;
  const startedAt = new Date(clock.now());
  const zone = zoneOf(kind, environment === everywhere ? "UTC" : await findZone(parts, environment as Environment));
  const { keptFrom, before } = firstKeptDay({ nowMs: startedAt.getTime(), zone, days });
  const place = { environment, kind };
  if (!(await moveRetainedFrom(db, { ...place, days, keptFrom }))) return;
  const record = recorder(parts, { ...place, keptFrom, startedAt });
  try {
    const steps = removersOf(parts, { environment, kind, keptFrom, before });
    const isComplete = await runSteps(steps, record.add, mayGoOn);
    await record.end({ isComplete, problem: null });
  } catch (cause) {
    parts.log.error({ cause, environment, kind }, "What is no longer kept could not be removed");
    await record.end({ isComplete: false, problem: "Something stood in the way; the next run tries again." });
  }
  await recordRetentionCheck(db, { ...place, at: new Date(clock.now()) });
}

async function runSteps(
  steps: AsyncIterable<Removal>,
  add: (removal: Removal) => Promise<void>,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for await (const removal of steps) {
    await add(removal);
    if (!mayGoOn()) return false;
    await pause(pauseMs);
  }
  return true;
}

type Run = Pick<Retention, "environment" | "kind"> & { keptFrom: string; startedAt: Date };
type End = { isComplete: boolean; problem: string | null };

/** Keeps the record of a run that removes something or fails, and of one that does neither none. */
function recorder({ db, vault, clock }: Parts, run: Run) {
  const done = { removed: 0, months: 0 };
  let id: number | undefined;
  const begin = async () => {
    id ??= await beginRetentionRun(db, run);
    return id;
  };
  return {
    async add({ rows, months }: Removal) {
      if (rows === 0 && months === 0) return;
      done.removed += rows;
      done.months += months;
      await noteRetentionRun(db, { id: await begin(), ...done });
    },
    async end({ isComplete, problem }: End) {
      if (id === undefined && problem === null) return;
      await noteRetentionRun(db, { id: await begin(), ...done, isComplete, problem, endedAt: new Date(clock.now()) });
      if (done.removed === 0) return;
      const { environment, kind, keptFrom } = run;
      const at = new Date(clock.now());
      const place = environment === everywhere ? {} : { environment };
      const what = { actor: "the desk", act: "retention.removed", detail: { kind, keptFrom, ...done } };
      await recordAudit({ db, vault }, { at, staffId: null, ...what, ...place });
    },
  };
}
