import { setTimeout as pause } from "node:timers/promises";
import { nameText } from "#lib/core/given-name.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import {
  beginRetentionRun,
  everywhere,
  listLimitedRetention,
  lockRetention,
  moveRetainedFrom,
  noteRetentionRun,
  type Retention,
  recordRetentionCheck,
} from "#lib/db/settings/retention.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { firstKeptDay, zoneOf } from "./first-kept-day.ts";
import { type Removal, RetentionChangedError, removersOf } from "./removers.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;
type Limits = {
  /** Rows left at this time are removed by the next run. */
  budgetMs?: number;
  isStopping?: () => boolean;
};

const usualBudgetMs = 20 * 60_000;
const pauseMs = 20;

/**
 * Removes rows older than their environment's retention time, kind by kind, in small steps with pauses: first the start of
 * retention is moved, so that removed rows are not read again. A change of the setting ends its run. A repeat resumes where the
 * last run ended; a failure of one kind is recorded and stops no other.
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
  const check = async (tx: Transaction) => {
    if (!(await lockRetention(tx, { ...place, days, keptFrom }))) throw new RetentionChangedError();
  };
  try {
    const steps = removersOf(parts, { environment, kind, keptFrom, before, check });
    const isComplete = await runSteps(steps, record.add, mayGoOn);
    await record.end({ isComplete, problem: null });
  } catch (cause) {
    if (cause instanceof RetentionChangedError) return await record.end({ isComplete: false, problem: null });
    parts.log.error({ cause, environment, kind }, "What is no longer kept could not be removed");
    await record.end({ isComplete: false, problem: serviceText("retention_interrupted").message });
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

/** Saves the record of a run only if it removes something or fails. */
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
      const what = { actor: nameText("name_program").message, act: "retention.removed", detail: { kind, keptFrom, ...done } };
      await recordAudit({ db, vault }, { at, staffId: null, ...what, ...place });
    },
  };
}
