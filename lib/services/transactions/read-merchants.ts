import pLimit from "p-limit";
import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { AppError, messageOf, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Problem } from "#lib/core/text.ts";
import { hasLedgerReads } from "#lib/db/ledger-sync/ledger-reads.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { CallPace } from "#lib/gateway/types.ts";
import type { DayQuestion } from "#lib/ledger-sync/days-to-read.ts";
import { ensureLedgerRead, type LedgerState } from "#lib/ledger-sync/ensure-ledger-read.ts";
import { findLedgerCoverage, freshStates } from "#lib/ledger-sync/freshness.ts";
import type { ServiceContext } from "../context.ts";
import { openLedgerSource } from "../ledger-sync/open-ledger-source.ts";

export type MerchantState = LedgerState & { merchant: MerchantRow };

type ReadOptions = {
  days?: DayQuestion;
  zone: string;
  budgetMs: number;
  /** For background readings. */
  pace?: CallPace;
  /** Waits the whole budget for days that were read before too: what was stored before proves nothing to the caller. */
  needsFresh?: boolean;
};

const merchantsAtOnce = 6;

/** Reads one merchant's days into the database and returns the result. */
export async function readMerchant(
  ctx: Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">,
  merchant: MerchantRow,
  options: ReadOptions,
): Promise<MerchantState> {
  const { db, clock } = ctx;
  const { zone, days } = options;
  if (merchant.archivedAt) return storedState(ctx, merchant, options);
  const known = await freshStates({ db, clock, zone, days, merchantIds: [merchant.id] });
  const state = known.get(merchant.id);
  return state ? { merchant, ...state } : readStale(ctx, merchant, options);
}

/** An archived merchant is not read any more: what is stored is all there will be. */
async function storedState(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  merchant: MerchantRow,
  { days = {}, zone }: ReadOptions,
): Promise<MerchantState> {
  const { asOf } = await findLedgerCoverage({ db, clock, merchant, zone }, days);
  const isKnown = asOf !== undefined || (await hasLedgerReads(db, merchant.id));
  const problem = isKnown ? undefined : new AppError("merchant_archived");
  return { merchant, asOf, isComplete: isKnown, isFresh: isKnown, isKnown, problem };
}

async function readStale(
  ctx: Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">,
  merchant: MerchantRow,
  { zone, pace, ...options }: ReadOptions,
): Promise<MerchantState> {
  try {
    return { merchant, ...(await ensureLedgerRead(await openLedgerSource(ctx, merchant, zone, pace), options)) };
  } catch (thrown) {
    return { merchant, asOf: undefined, isComplete: false, isFresh: false, isKnown: false, problem: toAppError(thrown) };
  }
}

const lastDaysBudgetMs = 6_000;

/** Yesterday and today: identifiers that are not stored yet are mostly recent. */
export async function readLastDays(
  ctx: Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">,
  merchant: MerchantRow,
): Promise<MerchantState> {
  const { zone } = await ctx.gateways.environment(merchant.environment as Environment);
  const from = toDayText(dayNumberAt(ctx.clock.now(), zone) - 1);
  return readMerchant(ctx, merchant, { days: { from }, zone, budgetMs: lastDaysBudgetMs });
}

/** `readMerchant` for several concurrently; an error of one merchant does not affect the others. All share one budget. */
export async function readMerchants(
  ctx: Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">,
  merchants: readonly MerchantRow[],
  options: ReadOptions,
): Promise<MerchantState[]> {
  const limit = pLimit(merchantsAtOnce);
  const endsAtMs = ctx.clock.monotonic() + options.budgetMs;
  const leftMs = () => Math.max(1, endsAtMs - ctx.clock.monotonic());
  const { db, clock } = ctx;
  const { zone, days } = options;
  const known = await freshStates({ db, clock, zone, days, merchantIds: merchants.map(({ id }) => id) });
  return Promise.all(
    merchants.map((merchant) => {
      const state = known.get(merchant.id);
      if (merchant.archivedAt) return storedState(ctx, merchant, options);
      return state ? { merchant, ...state } : limit(() => readStale(ctx, merchant, { ...options, budgetMs: leftMs() }));
    }),
  );
}

/** A merchant's error in a response. */
export function toProblem(error: AppError): Problem {
  return { code: error.code, ...messageOf(error) };
}
