import type { z } from "zod";
import type { TransactionOrder } from "#lib/contract/filters.ts";
import type { Notified, Transaction } from "#lib/contract/transaction.ts";
import { transactionOperations } from "#lib/contract/transaction-operations.ts";
import type { transactionSelectionSchema } from "#lib/contract/transaction-selection.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findMerchantIds, findMerchantsById } from "#lib/db/merchants/merchants.ts";
import { listTransactionRows, type TransactionKey } from "#lib/db/transactions/transaction-list.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { findTransactionsByKey } from "#lib/db/transactions/transactions-by-key.ts";
import { findSlugs, requireRole, type ServiceContext, scopeOf } from "../context.ts";
import { type KnownUnlinked, markNotified } from "../notifications/reconciliation/mark-notified.ts";
import { loadTags, ofTransaction } from "../tags/load-tags.ts";
import { narrowScope } from "./narrow-scope.ts";
import { toTransaction } from "./to-transaction.ts";
import { toConditions } from "./transaction-query.ts";

type Selection = z.output<typeof transactionSelectionSchema>;

type Question = {
  environment: Environment;
  /** Undefined: all merchants this account may see. */
  merchant?: string | undefined;
  selection: Selection;
  order: TransactionOrder;
  /** Whether each row says if it was notified. */
  withNotified?: boolean;
};

const rowsAtOnce = 1_000;
/** Fewer, since notifications are looked for by each merchant with each row. */
const markedAtOnce = 100;

/**
 * Every selected transaction in batches of up to 1,000, in order; one batch in memory at a time. Rows of merchants this
 * account may not see are omitted.
 */
export async function* eachTransaction(ctx: ServiceContext, question: Question): AsyncGenerator<Transaction[]> {
  requireRole(ctx, transactionOperations.listTransactions);
  const { environment, merchant: slug, selection, withNotified = false } = question;
  const scope = await scopeOf(ctx, environment, slug);
  if (selection.kind === "rows") yield* eachNamed(ctx, scope, { rows: selection.rows, withNotified });
  else yield* eachMatching(ctx, scope, { ...question, selection });
}

type Rows = {
  environment: string;
  rows: readonly TransactionRow[];
  slugs: ReadonlyMap<string, string>;
  withNotified: boolean | undefined;
  unlinked: KnownUnlinked;
};

async function toMarked(ctx: ServiceContext, { environment, rows, slugs, withNotified, unlinked }: Rows): Promise<Transaction[]> {
  const tags = await loadTags(ctx, environment, rows.map(ofTransaction));
  const notified: Notified[] = [];
  for (let at = 0; withNotified && at < rows.length; at += markedAtOnce)
    notified.push(...(await markNotified(ctx, rows.slice(at, at + markedAtOnce), unlinked)));
  return rows.map((row, index) =>
    toTransaction(ctx.vault, row, slugs.get(row.merchantId) ?? "", { tags: tags[index], notified: notified[index] }),
  );
}

type Named = { rows: readonly { merchant: string; id: string }[]; withNotified: boolean };

async function* eachNamed(ctx: ServiceContext, scope: MerchantScope, { rows, withNotified }: Named) {
  const slugs = [...new Set(rows.map(({ merchant }) => merchant))];
  const merchants = await findMerchantsById(ctx.db, await findMerchantIds(ctx.db, scope.environment, slugs));
  const visible = new Map(merchants.filter(({ id }) => isWithinScope(scope, id)).map(({ id, slug }) => [slug, id]));
  const named = rows.flatMap(({ merchant, id }) => {
    const merchantId = visible.get(merchant);
    return merchantId === undefined ? [] : [{ merchantId, id }];
  });
  const unlinked: KnownUnlinked = new Map();
  const slugOf = new Map(merchants.map(({ id, slug }) => [id, slug]));
  for (let at = 0; at < named.length; at += rowsAtOnce) {
    const found = await findTransactionsByKey(ctx.db, scope.environment, named.slice(at, at + rowsAtOnce));
    yield toMarked(ctx, { environment: scope.environment, rows: found, slugs: slugOf, withNotified, unlinked });
  }
}

function isWithinScope({ merchantIds }: MerchantScope, id: string): boolean {
  return merchantIds === null || merchantIds.includes(id);
}

type Matching = Omit<Question, "selection"> & { selection: Extract<Selection, { kind: "matching" }> };

async function* eachMatching(ctx: ServiceContext, scope: MerchantScope, { selection, order, withNotified }: Matching) {
  const { zone } = await ctx.gateways.environment(scope.environment as Environment);
  const excepted = new Set(selection.except.map(({ merchant, id }) => `${merchant} ${id}`));
  const { query, merchants } = toConditions(selection.filter, { zone, vault: ctx.vault });
  const page = { ...(await narrowScope(ctx, scope, merchants)), ...query, order, limit: rowsAtOnce };
  const unlinked: KnownUnlinked = new Map();
  let after: TransactionKey | undefined;
  for (;;) {
    const rows = await listTransactionRows(ctx.db, { ...page, after });
    after = rows.at(-1);
    const slugs = await findSlugs(
      ctx,
      rows.map(({ merchantId }) => merchantId),
    );
    const shown = await toMarked(ctx, { environment: scope.environment, rows, slugs, withNotified, unlinked });
    yield shown.filter(({ merchant, id }) => !excepted.has(`${merchant} ${id}`));
    if (rows.length < rowsAtOnce) return;
  }
}
