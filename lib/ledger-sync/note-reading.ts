import type { DayRange } from "#lib/core/days.ts";
import { dayNumberAt } from "#lib/core/days.ts";
import { type ErrorCode, isAppError, messageOf, toAppError } from "#lib/core/errors.ts";
import { isCancelled, isPassing } from "#lib/db/connection/is-database-away.ts";
import { noteLedgerRead, noteSyncProblem } from "#lib/db/ledger-sync/ledger-sync.ts";
import { ledgerStart } from "./days-to-read.ts";
import type { LedgerSource } from "./ports.ts";
import { SyncRunStoppedError } from "./run-given-up-error.ts";

/** A successful reading: the requested days, and the number of rows and days read. */
export type DaysRead = { wanted: DayRange; readAt: Date; rows: number; days: number };

type Source = Pick<LedgerSource, "db" | "merchant" | "zone">;

/** Our own failures, which do not concern the merchant. */
const ownTrouble = new Set<ErrorCode>(["merchant_waiting", "store_unavailable", "gateway_throttled", "shutting_down"]);

/** Whether a reading failed for reasons of our own, so that it is retried soon and needs no attention. */
export function isOwnTrouble(cause: unknown): boolean {
  if (cause instanceof SyncRunStoppedError || ownTrouble.has(toAppError(cause).code)) return true;
  return !isAppError(cause) && (isPassing(cause) || isCancelled(cause));
}

/** All readings update the merchant's freshness here. */
export async function noteDaysRead({ db, merchant, zone }: Source, { wanted, readAt, rows, days }: DaysRead): Promise<void> {
  const today = dayNumberAt(readAt.getTime(), zone);
  const isRecent = wanted.from < today && wanted.to >= today;
  await noteLedgerRead(db, merchant.id, {
    readAt: isRecent ? readAt : undefined,
    isWhole: isRecent && wanted.from <= ledgerStart,
    rowsPerDay: isRecent ? Math.ceil(rows / Math.max(days, 1)) : undefined,
  });
}

/** Failures of the background are counted where it releases its claim. */
export async function noteReadingFailed(
  { db, merchant, pace }: Source & Pick<LedgerSource, "pace">,
  cause: unknown,
): Promise<void> {
  if (pace || isOwnTrouble(cause)) return;
  const error = toAppError(cause);
  await noteSyncProblem(db, merchant.id, { code: error.code, ...messageOf(error) }).catch(() => {});
}
