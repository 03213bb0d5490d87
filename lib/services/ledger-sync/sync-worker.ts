import { randomUUID } from "node:crypto";
import { AppError, isAppError, isRetryable, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { publishLive } from "#lib/db/events/events.ts";
import { claimSyncRun, type SyncRun, updateSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { findMerchantsById } from "#lib/db/merchants/merchants.ts";
import { isOwnTrouble } from "#lib/ledger-sync/note-reading.ts";
import { SyncRunStoppedError } from "#lib/ledger-sync/run-given-up-error.ts";
import { workOnRun } from "#lib/ledger-sync/work-on-run.ts";
import type { ServiceContext } from "../context.ts";
import { toProblem } from "../transactions/read-merchants.ts";
import { openLedgerSource } from "./open-ledger-source.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;

/** Processes sync runs in this process, several merchants concurrently; processes share the runs by claims that expire. */
export type SyncWorker = {
  /** Claims due runs as far as there are free slots, and claims the next as each ends; does not wait for them. */
  runOnce(): Promise<void>;
  /** Waits until no run is in progress. */
  settled(): Promise<void>;
  /** Ends runs in progress at their next page; another process resumes them. */
  stop(): Promise<void>;
};

const runsAtOnce = 3;
const usualClaimMs = 45_000;
const noteEveryMs = 500;
const failuresMax = 12;
const pauseFirstMs = 5_000;
const pauseMsMax = 10 * 60_000;

type Options = {
  /** How long a process counts as alive after it last renewed its claim of a run. */
  claimMs?: number;
};

export function createSyncWorker(parts: Parts, { claimMs = usualClaimMs }: Options = {}): SyncWorker {
  const working = new Map<string, Promise<void>>();
  let isStopping = false;

  async function workOn(run: SyncRun, holder: string): Promise<void> {
    await doRun(parts, { run, holder, claimMs, isStopping: () => isStopping }).catch((cause: unknown) => {
      parts.log.error({ cause, run: run.id }, "The end of a sync run could not be saved.");
    });
  }

  async function runOnce(): Promise<void> {
    while (!isStopping && working.size < runsAtOnce) {
      const holder = randomUUID();
      // A run whose claim expired while this process could not renew it goes on here, or in another process.
      const run = await claimSyncRun(parts.db, { holder, lifeMs: claimMs, except: [...working.keys()] });
      if (!run) return;
      const work = workOn(run, holder).then(() => {
        working.delete(run.id);
        // A run that cannot be claimed now is tried again by the next caller.
        return runOnce().catch(() => {});
      });
      working.set(run.id, work);
    }
  }

  async function settled(): Promise<void> {
    while (working.size > 0) await Promise.all(working.values());
  }

  return {
    runOnce,
    settled,
    async stop() {
      isStopping = true;
      await settled();
    },
  };
}

type ClaimedRun = { run: SyncRun; holder: string; claimMs: number; isStopping: () => boolean };

async function doRun(parts: Parts, held: ClaimedRun): Promise<void> {
  const { run, holder } = held;
  const note = createNotes(parts, held);
  let lost = false;
  const beat = renewClaim(parts, held, () => {
    lost = true;
  });
  try {
    const [merchant] = await findMerchantsById(parts.db, [run.merchantId]);
    if (!merchant) return void (await note({ state: "stopped", endedAt: new Date(parts.clock.now()) }));
    const { zone } = await parts.gateways.environment(run.environment as Environment);
    const source = await openLedgerSource(parts, merchant, zone);
    let notedAtMs = Number.NEGATIVE_INFINITY;
    const { isComplete } = await workOnRun({
      source,
      run,
      mayGoOn: () => !lost && !held.isStopping(),
      onPage: (progress) => {
        if (parts.clock.monotonic() - notedAtMs < noteEveryMs) return;
        notedAtMs = parts.clock.monotonic();
        note(progress).then(
          (isMine) => {
            lost ||= !isMine;
          },
          (cause: unknown) => parts.log.warn({ cause, run: run.id }, "The progress of a sync run could not be saved."),
        );
      },
      onStretch: async (progress) => {
        notedAtMs = parts.clock.monotonic();
        if (progress.daysDone > held.run.daysDone) held.run.failures = 0;
        held.run.daysDone = progress.daysDone;
        lost ||= !(await note({ ...progress, failures: held.run.failures }));
        // The rest is read in the new zone by the next process that claims the run.
        lost ||= (await parts.gateways.environment(run.environment as Environment)).zone !== zone;
      },
    });
    const problem = isComplete ? null : toProblem(new AppError("ledger_incomplete"));
    await note({ state: "done", problem, endedAt: new Date(parts.clock.now()) });
  } catch (thrown) {
    if (thrown instanceof SyncRunStoppedError) return void (await handOver(parts, { run, holder }));
    await noteFailure(parts, held, thrown);
  } finally {
    clearInterval(beat);
  }
}

/** Also while the run makes no progress, since it waits for another reading of the merchant. */
function renewClaim({ db }: Pick<Parts, "db">, { run, holder, claimMs }: ClaimedRun, onLost: () => void): NodeJS.Timeout {
  const renew = () => updateSyncRun(db, { id: run.id, holder, lifeMs: claimMs }).then((isMine) => isMine || onLost());
  // Its claim outlives several of these.
  return setInterval(() => renew().catch(() => {}), claimMs / 4);
}

type Note = Omit<Parameters<typeof updateSyncRun>[1], "id" | "holder" | "lifeMs">;

/** Saves a run's progress and notifies open pages, in one transaction. */
function createNotes(
  { db }: Pick<Parts, "db">,
  { run, holder, claimMs }: ClaimedRun,
): (note: Note, lifeMs?: number) => Promise<boolean> {
  return (note, lifeMs = claimMs) =>
    db.transaction(async (tx) => {
      const isMine = await updateSyncRun(tx, { id: run.id, holder, lifeMs, ...note });
      const { environment, merchantId } = run;
      if (isMine) await publishLive(tx, { environment, merchantId, type: "mirror", data: { state: "run", run: run.id } });
      return isMine;
    });
}

/** Another process may claim it at once. */
async function handOver({ db }: Pick<Parts, "db">, { run, holder }: Pick<ClaimedRun, "run" | "holder">): Promise<void> {
  await updateSyncRun(db, { id: run.id, holder, lifeMs: 0, state: "queued" });
}

/**
 * An unavailable gateway is retried after increasing pauses, a limited number of times without progress. Our own trouble is not
 * counted; a refusal ends the run.
 */
async function noteFailure(parts: Parts, held: ClaimedRun, thrown: unknown): Promise<void> {
  const note = createNotes(parts, held);
  const isOwn = isOwnTrouble(thrown);
  const error = isOwn && !isAppError(thrown) ? new AppError("store_unavailable", { cause: thrown }) : toAppError(thrown);
  const failures = held.run.failures + (isOwn ? 0 : 1);
  const problem = toProblem(error);
  if (!isOwn && (!isRetryable(error.code) || failures > failuresMax)) {
    parts.log.warn({ cause: error, run: held.run.id }, "A sync run failed.");
    await note({ state: "failed", problem, failures, endedAt: new Date(parts.clock.now()) });
    return;
  }
  const pauseMs = Math.min(pauseFirstMs * 2 ** Math.max(failures - 1, 0), pauseMsMax);
  await note({ state: "queued", problem, failures }, Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1_000));
}
