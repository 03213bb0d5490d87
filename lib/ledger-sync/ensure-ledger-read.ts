import { AppError, toAppError } from "#lib/core/errors.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { incompleteDays, isCovered, isPartlyCovered, oldestReadMs } from "./day-ranges.ts";
import { type DayQuestion, toDaysToRead } from "./days-to-read.ts";
import type { LedgerSource } from "./ports.ts";
import { type LedgerQuestion, lastFailure, loadStretches, readMissing } from "./read-ledger.ts";

export type LedgerState = {
  /** When the stalest of the wanted days was read; undefined when none ever was. */
  asOf: Date | undefined;
  /** False while wanted days that were never read are still being read, and where the gateway did not list them all. */
  isComplete: boolean;
  /** Whether each wanted day was read as lately as its kind has to be: today moments ago, ended days within minutes. */
  isFresh: boolean;
  /** Whether any of the wanted days was ever read to its end. */
  isKnown: boolean;
  /** Why they could not be read now. */
  problem: AppError | undefined;
};

type EnsureOptions = {
  /** Days YYYY-MM-DD in the source's zone, inclusive; without them everything known. */
  days?: DayQuestion;
  /** How long the caller waits; the reading goes on behind it. Days that were read before are waited for shortly only. */
  budgetMs: number;
};

const refreshBudgetMs = 2_000;

/**
 * Makes the store hold the wanted days of a merchant's ledger, freshly read, and says how far that came. Never
 * throws for the gateway's sake: the caller decides what an answer without a reading is worth.
 */
export async function ensureLedgerRead(source: LedgerSource, { days = {}, budgetMs }: EnsureOptions): Promise<LedgerState> {
  const askedAtMs = source.clock.now();
  const { wanted, keepsOldDays } = toDaysToRead(days, { nowMs: askedAtMs, zone: source.zone });
  const { endedFreshMs } = days;
  const question: LedgerQuestion = { wanted, keepsOldDays, askedAtMs, zone: source.zone, endedFreshMs };
  const isRefresh = isCovered({ ...question, stretches: await loadStretches(source) });
  const waitMs = isRefresh ? Math.min(budgetMs, refreshBudgetMs) : budgetMs;
  const outcome = await withTimeout(waitMs, readMissing(source, question));
  const stretches = await loadStretches(source);
  const cause = outcome.state === "failed" ? outcome.cause : outcome.state === "running" ? lastFailure(source) : undefined;
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
