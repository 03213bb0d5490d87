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
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { sumTransactionDays, sumTransactions } from "#lib/db/transaction-sums/transaction-sums.ts";
import { findLedgerCoverage } from "#lib/ledger-sync/freshness.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { summariseSync } from "../ledger-sync/summarise-sync.ts";
import { countedMerchants, fewMerchants } from "./few-merchants.ts";
import { narrowScope } from "./narrow-scope.ts";
import type { TimeRange } from "./time-range.ts";
import { toConditions } from "./transaction-query.ts";

/** `merchant` undefined: all merchants this account may see. */
type Question = { environment: Environment; merchant?: string | undefined; input: unknown };

/** Count and sums of each currency over the whole filter, from stored transactions. */
export async function totalTransactions(ctx: ServiceContext, question: Question): Promise<TransactionTotals> {
  const { query, asOf } = await prepare(ctx, transactionOperations.totalTransactions, question);
  const totals = await sumTransactions(ctx.db, query);
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  return transactionTotalsSchema.parse({ count, totals, asOf });
}

/** The same for each day of the requested zone, else of the environment's: the data of the volume chart. */
export async function listTransactionDays(ctx: ServiceContext, question: Question): Promise<TransactionDays> {
  const { query, zone, dayZone, asOf } = await prepare(ctx, transactionOperations.listTransactionDays, question);
  const days = await sumTransactionDays(ctx.db, query, dayZone);
  return transactionDaysSchema.parse({ zone: dayZone ?? zone, days, asOf });
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
  const asOf = merchants ? await stalest(ctx, { merchants, zone, days }) : (await summariseSync(ctx, scope)).asOf;
  const dayZone = filter.zone === zone ? undefined : filter.zone;
  return { query: { ...scope, ...query }, zone, dayZone, asOf };
}

type Stale = { merchants: readonly MerchantRow[]; zone: string; days: TimeRange["days"] };

async function stalest({ db, clock }: ServiceContext, { merchants, zone, days }: Stale): Promise<string | null> {
  const counted = countedMerchants(merchants);
  const states = await Promise.all(counted.map((merchant) => findLedgerCoverage({ db, clock, merchant, zone }, days)));
  const known = states.flatMap(({ asOf }) => (asOf ? [asOf.getTime()] : []));
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
}
