import type { Outcome, PairRef } from "../gateway/permit.ts";

type Report = { ref: PairRef; attemptId: string; outcome: Outcome };

/** Outcomes of attempts on their way into the database. */
export type PermitReports = {
  /** Writes it, or keeps it and tries again until it is written. */
  write(report: Report): Promise<void>;
  /** Whether all outcomes of the integration are written; tries once more where one is not. */
  areWritten(ref: PairRef): Promise<boolean>;
};

const againFirstMs = 100;
const againMostMs = 5_000;

/**
 * The gateway has answered: that the answer cannot be written down just now must not turn it into an unknown. It is kept in
 * memory until the database takes it; a process that dies first leaves an attempt without an answer, as any crash does.
 */
export function createPermitReports(save: (report: Report) => Promise<void>): PermitReports {
  const kept = new Map<string, Report>();
  let saving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function saveKept(): Promise<void> {
    for (const [attemptId, report] of kept) {
      await save(report);
      kept.delete(attemptId);
    }
  }
  function saveOnce(): Promise<void> {
    saving ??= saveKept().finally(() => {
      saving = undefined;
    });
    return saving;
  }
  function tryAgain(afterMs: number): void {
    if (timer || kept.size === 0) return;
    timer = setTimeout(async () => {
      await saveOnce().catch(() => {});
      timer = undefined;
      tryAgain(Math.min(2 * afterMs, againMostMs));
    }, afterMs).unref();
  }

  return {
    async write(report) {
      try {
        await save(report);
      } catch {
        kept.set(report.attemptId, report);
        tryAgain(againFirstMs);
      }
    },
    async areWritten({ integrationClientId, pair: { environment } }) {
      if (kept.size === 0) return true;
      await saveOnce().catch(() => {});
      return ![...kept.values()].some(
        ({ ref }) => ref.integrationClientId === integrationClientId && ref.pair.environment === environment,
      );
    },
  };
}
