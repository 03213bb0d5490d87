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
import { sumTransactionDays, sumTransactions } from "#lib/db/transaction-sums/transaction-sums.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findSynced } from "../ledger-sync/find-synced.ts";
import { narrowScope } from "./narrow-scope.ts";
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
  const synced = await findSynced(ctx, { scope, merchant, zone, days });
  const dayZone = filter.zone === zone ? undefined : filter.zone;
  return { query: { ...scope, ...query }, zone, dayZone, synced };
}
