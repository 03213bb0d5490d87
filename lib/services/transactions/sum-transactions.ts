import type { Operation } from "#lib/contract/operation.ts";
import {
  type TransactionDays,
  type TransactionTotals,
  transactionConditionsSchema,
  transactionDaysSchema,
  transactionTotalsSchema,
} from "#lib/contract/transaction.ts";
import { transactionOperations } from "#lib/contract/transaction-operations.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { sumTransactionDays, sumTransactions } from "#lib/db/transaction-sums/transaction-sums.ts";
import { findLedgerCoverage } from "#lib/ledger-sync/freshness.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { summariseDays } from "../ledger-sync/summarise-days.ts";
import { countedMerchants, fewMerchants } from "./few-merchants.ts";
import { narrowScope } from "./narrow-scope.ts";
import type { TimeRange } from "./time-range.ts";
import { toConditions } from "./transaction-query.ts";

/** `merchant` undefined: all merchants this account may see. */
type Question = { environment: Environment; merchant?: string | undefined; input: unknown };

/** Count and sums of each currency over the whole filter, from stored transactions. */
export async function totalTransactions(ctx: ServiceContext, question: Question): Promise<TransactionTotals> {
  const { query, synced } = await prepare(ctx, transactionOperations.totalTransactions, question);
  const totals = await sumTransactions(ctx.db, query);
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  return transactionTotalsSchema.parse({ count, totals, ...synced });
}

/** The same for each day of the requested zone, else of the environment's: the data of the volume chart. */
export async function listTransactionDays(ctx: ServiceContext, question: Question): Promise<TransactionDays> {
  const { query, zone, dayZone, synced } = await prepare(ctx, transactionOperations.listTransactionDays, question);
  const days = await sumTransactionDays(ctx.db, query, dayZone);
  return transactionDaysSchema.parse({ zone: dayZone ?? zone, days, ...synced });
}

async function prepare(ctx: ServiceContext, operation: Operation, { environment, merchant: slug, input }: Question) {
  requireRole(ctx, operation);
  const merchant = slug === undefined ? undefined : await requireMerchant(ctx, environment, slug);
  const visible = merchant ? { environment, merchantIds: [merchant.id] } : await visibleScope(ctx, environment);
  const { zone } = await ctx.gateways.environment(environment);
  const filter = parseInput(transactionConditionsSchema, input);
  const { query, days, merchants: named } = toConditions(filter, { zone, vault: ctx.vault });
  const scope = await narrowScope(ctx, visible, named);
  const merchants = merchant ? [merchant] : await fewMerchants(ctx, scope);
  const synced = await (merchants ? syncedOfFew(ctx, { merchants, zone, days }) : syncedOfMany(ctx, { scope, zone, days }));
  const dayZone = filter.zone === zone ? undefined : filter.zone;
  return { query: { ...scope, ...query }, zone, dayZone, synced };
}

type Days = { zone: string; days: TimeRange["days"] };
type Synced = Pick<TransactionTotals, "asOf" | "complete">;

/** Since when what is stored of the days is so, and whether it is all. Archived merchants are not read any more. */
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

async function syncedOfMany(ctx: ServiceContext, { scope, zone, days }: Days & { scope: MerchantScope }): Promise<Synced> {
  const { sync, complete } = await summariseDays(ctx, scope, { from: days.from, zone });
  return { asOf: sync.asOf, complete };
}
