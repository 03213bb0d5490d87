import type { z } from "zod";
import type { Transaction } from "../../contract/transaction.ts";
import type { transactionSelectionSchema } from "../../contract/transaction-selection.ts";
import type { Environment } from "../../core/identifiers.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { listTransactionRows, type TransactionKey } from "../../store/transaction-list.ts";
import { findTransactionsById } from "../../store/transactions.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { toTransaction } from "./to-transaction.ts";
import { toConditions } from "./transaction-query.ts";

type Selection = z.output<typeof transactionSelectionSchema>;

type Question = {
  environment: Environment;
  /** Undefined: all this person may see. */
  merchant?: string | undefined;
  selection: Selection;
  order: "newest" | "oldest" | "largest" | "smallest";
};

const rowsAtOnce = 1_000;

/**
 * Every selected row of the mirror in batches of up to 1,000, in order; holds one batch at a time. Rows of merchants
 * this person may not see are left out, as if they were not there.
 */
export async function* eachTransaction(ctx: ServiceContext, question: Question): AsyncGenerator<Transaction[]> {
  requireRole(ctx, "viewer");
  const { environment, merchant, selection } = question;
  const merchants =
    merchant === undefined ? await visibleMerchants(ctx, environment) : [await requireMerchant(ctx, environment, merchant)];
  if (selection.kind === "rows") yield* eachNamed(ctx, merchants, selection.rows);
  else yield* eachMatching(ctx, { ...question, merchants, selection });
}

type RowKey = { merchant: string; id: string };

async function* eachNamed(ctx: ServiceContext, merchants: readonly MerchantRow[], rows: readonly RowKey[]) {
  for (const { id: merchantId, slug } of merchants) {
    const ids = rows.filter((row) => row.merchant === slug).map((row) => row.id);
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      const found = await findTransactionsById(ctx.db, { merchantId, ids: ids.slice(at, at + rowsAtOnce) });
      yield found.map((row) => toTransaction(ctx.vault, row, slug));
    }
  }
}

type Matching = Omit<Question, "selection"> & {
  merchants: readonly MerchantRow[];
  selection: Extract<Selection, { kind: "matching" }>;
};

async function* eachMatching(ctx: ServiceContext, { environment, merchants, selection, order }: Matching) {
  const { zone } = await ctx.gateways.environment(environment);
  const slugs = new Map(merchants.map((merchant) => [merchant.id, merchant.slug]));
  const excepted = new Set(selection.except.map(({ merchant, id }) => `${merchant} ${id}`));
  const { query } = toConditions(selection.filter, zone);
  const page = { environment, merchantIds: [...slugs.keys()], ...query, order, limit: rowsAtOnce };
  let after: TransactionKey | undefined;
  for (;;) {
    const rows = await listTransactionRows(ctx.db, { ...page, after });
    after = rows.at(-1);
    const shown = rows.map((row) => toTransaction(ctx.vault, row, slugs.get(row.merchantId) ?? ""));
    yield shown.filter(({ merchant, id }) => !excepted.has(`${merchant} ${id}`));
    if (rows.length < rowsAtOnce) return;
  }
}
