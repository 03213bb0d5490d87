import type { TransactionTotals } from "#lib/contract/transaction.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findLedgerCoverage } from "#lib/ledger-sync/freshness.ts";
import type { ServiceContext } from "../context.ts";
import { countedMerchants, fewMerchants } from "../transactions/few-merchants.ts";
import type { TimeRange } from "../transactions/time-range.ts";
import { summariseDays } from "./summarise-days.ts";

type Days = { zone: string; days: TimeRange["days"] };
/** `merchant`: the only merchant of the scope, where one was requested. */
type Asked = Days & { scope: MerchantScope; merchant?: MerchantRow | undefined };
type Synced = Pick<TransactionTotals, "asOf" | "complete">;

/** Since when what is stored of the days is so, and whether it is all. */
export async function findSynced(ctx: ServiceContext, { scope, merchant, ...days }: Asked): Promise<Synced> {
  const merchants = merchant ? [merchant] : await fewMerchants(ctx, scope);
  if (merchants) return syncedOfFew(ctx, { merchants, ...days });
  const { sync, complete } = await summariseDays(ctx, scope, { ...days.days, zone: days.zone });
  return { asOf: sync.asOf, complete };
}

/** Archived merchants are not read any more. */
async function syncedOfFew(
  { db, clock }: ServiceContext,
  { merchants, zone, days }: Days & { merchants: readonly MerchantRow[] },
): Promise<Synced> {
  const counted = countedMerchants(merchants);
  const states = await Promise.all(counted.map((merchant) => findLedgerCoverage({ db, clock, merchant, zone }, days)));
  const known = states.flatMap(({ asOf }) => (asOf ? [asOf.getTime()] : []));
  return {
    asOf: known.length === 0 ? null : new Date(Math.min(...known)).toISOString(),
    complete: counted.every(({ archivedAt }, index) => archivedAt !== null || states[index]?.isWhole),
  };
}
