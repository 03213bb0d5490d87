import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { transactionOperations } from "#lib/contract/transaction-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findTransactionsById, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import { readRowById } from "#lib/ledger-sync/find-row.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { askDetail } from "./gateway-detail.ts";
import { toDetail } from "./get-transaction.ts";
import { readMerchant } from "./read-merchants.ts";

const ledgerBudgetMs = 6_000;

type Question = { environment: Environment; merchant: string; id: string };

/**
 * One transaction by the gateway's row id, also without a reference. Throws `not_found` when neither the database nor the
 * gateway has it, and the gateway's error when it could not be queried.
 */
export async function getTransactionById(ctx: ServiceContext, question: Question): Promise<TransactionDetail> {
  requireRole(ctx, transactionOperations.getTransactionById);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  const row = (await findRow(ctx, merchant, question.id)) ?? (await fetchRow(ctx, merchant, question.id));
  if (!row) throw new AppError("not_found");
  const { reference } = row;
  const ask = async (known: string) =>
    askDetail(await ctx.gateways.forMerchant(merchant, undefined, { reference: known }), known);
  const answer = reference === null || merchant.archivedAt ? undefined : await ask(reference);
  return toDetail(ctx, { merchant, reference, rows: [row], answer });
}

async function findRow(ctx: ServiceContext, merchant: MerchantRow, id: string): Promise<TransactionRow | undefined> {
  const [row] = await findTransactionsById(ctx.db, { merchantId: merchant.id, ids: [id] });
  return row;
}

/** Queries the single row, then, where gateways do not find it by its id, reads the whole ledger. */
async function fetchRow(ctx: ServiceContext, merchant: MerchantRow, id: string): Promise<TransactionRow | undefined> {
  const { zone } = await ctx.gateways.environment(merchant.environment as Environment);
  const gateway = await ctx.gateways.forMerchant(merchant);
  const { db, vault, clock } = ctx;
  if (await readRowById({ db, vault, clock, merchant, gateway, zone }, id)) return findRow(ctx, merchant, id);
  const state = await readMerchant(ctx, merchant, { zone, budgetMs: ledgerBudgetMs, needsFresh: true });
  const row = await findRow(ctx, merchant, id);
  if (!row && !(state.isComplete && state.isFresh)) throw state.problem ?? new AppError("gateway_timeout");
  return row;
}
