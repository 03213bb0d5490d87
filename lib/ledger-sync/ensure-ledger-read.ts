import { AppError, toAppError } from "#lib/core/errors.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { incompleteDays, isCovered, isPartlyCovered, oldestReadMs } from "./day-ranges.ts";
import { type DayQuestion, toDaysToRead } from "./days-to-read.ts";
import type { LedgerSource } from "./ports.ts";
import { type LedgerQuestion, lastFailure, loadStretches, readMissing } from "./read-ledger.ts";

export type LedgerState = {
  /** The time of the oldest reading of the requested days; undefined when none was ever read. */
  asOf: Date | undefined;
  /** False while requested days are being read for the first time, and where the gateway did not list them completely. */
  isComplete: boolean;
  /** Whether each requested day is fresh: today for seconds, past days for minutes. */
  isFresh: boolean;
  /** Whether any of the requested days was ever read completely. */
  isKnown: boolean;
  /** Why they could not be read now. */
  problem: AppError | undefined;
};

type EnsureOptions = {
  /** Days YYYY-MM-DD in the source's zone, inclusive; without them the whole ledger. */
  days?: DayQuestion;
  /**
   * How long the caller waits, in ms; the reading continues in the background. The wait is short for days that were read
   * before.
   */
  budgetMs: number;
  /** Waits the whole budget for days that were read before too: for callers to whom older rows prove nothing. */
  needsFresh?: boolean | undefined;
};

const refreshBudgetMs = 2_000;

/**
 * Reads the requested days of a merchant's ledger into the database where they are not fresh, and returns the state. Never
 * throws for gateway errors: the caller decides what a result without a reading is worth.
 */
export async function ensureLedgerRead(
  source: LedgerSource,
  { days = {}, budgetMs, needsFresh }: EnsureOptions,
): Promise<LedgerState> {
  const askedAtMs = source.clock.now();
  const { wanted, keepsOldDays } = toDaysToRead(days, { nowMs: askedAtMs, zone: source.zone });
  const { endedFreshMs } = days;
  const question: LedgerQuestion = { wanted, keepsOldDays, askedAtMs, zone: source.zone, endedFreshMs };
  const isRefresh = !needsFresh && isCovered({ ...question, stretches: await loadStretches(source) });
  const waitMs = isRefresh ? Math.min(budgetMs, refreshBudgetMs) : budgetMs;
  const outcome = await withTimeout(waitMs, readMissing(source, question));
  const stretches = await loadStretches(source);
  const cause =
    outcome.state === "failed" ? outcome.cause : outcome.state === "running" ? lastFailure(source, stretches) : undefined;
  const asOfMs = oldestReadMs({ ...question, stretches });
  const isPartial = incompleteDays({ stretches, wanted }).length > 0;
  return {
    asOf: asOfMs === undefined ? undefined : new Date(asOfMs),
    isComplete: !isPartial && (outcome.state === "done" || isCovered({ ...question, stretches })),
    isFresh: outcome.state === "done",
    isKnown: isPartlyCovered(stretches, wanted),
    problem: cause !== undefined ? toAppError(cause) : isPartial ? new AppError("ledger_incomplete") : undefined,
  };
}
