import { dayNumberAt } from "#lib/core/days.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { SyncClaim } from "#lib/db/ledger-sync/sync-claims.ts";
import { findMerchantsById } from "#lib/db/merchants/merchants.ts";
import { missingDays } from "#lib/ledger-sync/day-ranges.ts";
import { ledgerStart } from "#lib/ledger-sync/days-to-read.ts";
import type { LedgerSource } from "#lib/ledger-sync/ports.ts";
import { loadStretches, readMissing } from "#lib/ledger-sync/read-ledger.ts";
import type { ServiceContext } from "../context.ts";
import type { SyncPace } from "./call-budget.ts";
import { openLedgerSource } from "./open-ledger-source.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;
type Work = { environment: string; claim: SyncClaim; pace: SyncPace };

/** Rows of a day may arrive late: this many days before yesterday are read again, though not each time. */
const overlapDays = 2;
const overlapFreshMs = 6 * 3_600_000;

/**
 * Reads what is due of a merchant: today and yesterday, or the next part of its history. Returns whether all history is read.
 * Throws the error that prevented the reading.
 */
export async function syncMerchant(parts: Parts, { environment, claim, pace }: Work): Promise<{ isWhole: boolean }> {
  const [merchant] = await findMerchantsById(parts.db, [claim.merchantId]);
  if (!merchant) return { isWhole: true };
  const { zone } = await parts.gateways.environment(environment as Environment);
  const source = await openLedgerSource(parts, merchant, zone, pace);
  if (claim.kind === "history") return readHistory(source, claim);
  await readRecent(source, claim);
  return { isWhole: false };
}

async function readRecent(source: LedgerSource, { recentReadAt }: SyncClaim): Promise<void> {
  const { clock, zone } = source;
  const askedAtMs = clock.now();
  const today = dayNumberAt(askedAtMs, zone);
  const question = { askedAtMs, zone, keepsOldDays: false };
  await readMissing(source, { ...question, wanted: { from: today - 1, to: today } });
  if (recentReadAt === null) return;
  const before = { from: today - 1 - overlapDays, to: today - 2 };
  await readMissing(source, { ...question, wanted: before, endedFreshMs: overlapFreshMs });
}

const firstPieceDays = 31;
const pieceDaysMax = 3_660;
const pieceRows = 5_000;
/** Of the longest piece one day is left then. */
const halvingsMax = 12;

/** The newest days that were never read, limited to the capacity of one slot; fewer after failures, to read up to what fails. */
async function readHistory(source: LedgerSource, { rowsPerDay, historyFailures }: SyncClaim): Promise<{ isWhole: boolean }> {
  const { clock, zone } = source;
  const askedAtMs = clock.now();
  const yesterday = dayNumberAt(askedAtMs, zone) - 1;
  // Days read once count as read, complete or not: requests of users read them again.
  const question = { askedAtMs, zone, keepsOldDays: true, endedFreshMs: Number.POSITIVE_INFINITY };
  const wanted = { from: ledgerStart, to: yesterday };
  const newest = missingDays({ ...question, wanted, stretches: await loadStretches(source) }).at(-1);
  if (!newest) return { isWhole: true };
  const isFirst = newest.to >= yesterday - firstPieceDays;
  const fitting = Math.floor(pieceRows / Math.max(rowsPerDay, 1));
  const usualDays = isFirst ? firstPieceDays : Math.max(firstPieceDays, Math.min(fitting, pieceDaysMax));
  const days = Math.max(1, usualDays >> Math.min(historyFailures, halvingsMax));
  const piece = source.gateway.listing.sendDates ? { from: Math.max(newest.from, newest.to - days + 1), to: newest.to } : newest;
  await readMissing(source, { ...question, wanted: piece });
  return { isWhole: piece.from <= ledgerStart };
}
