import type { TransactionPage } from "#lib/contract/transaction.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { createJoiner } from "#lib/ledger-sync/join-next.ts";
import { findSlugs, type ServiceContext } from "../context.ts";
import { loadTags, ofTransaction } from "../tags/load-tags.ts";
import { toCursor } from "./keyset-cursor.ts";
import { markRows } from "./mark-rows.ts";
import { toTransaction } from "./to-transaction.ts";
import type { ParsedList } from "./transaction-query.ts";

/** Concurrent equal requests share one database query. */
const joinReading = createJoiner();

/** `merchants`: those of the scope, where they are already loaded. */
type PageOf = { scope: MerchantScope; merchants?: readonly MerchantRow[]; parsed: ParsedList };
type ReadPage = Pick<TransactionPage, "items" | "nextCursor" | "previousCursor"> & { shownIds: string[] };

/** One page from the database, with cursors for the next and the previous page. */
export async function readPage(
  ctx: Pick<ServiceContext, "db" | "vault" | "clock" | "staff">,
  { scope, merchants, parsed }: PageOf,
): Promise<ReadPage> {
  const query = { ...scope, ...parsed.query };
  const { isBackward, limit, after } = query;
  const { found, marks } = await joinReading(JSON.stringify(query), async () => {
    const rows = await listTransactionRows(ctx.db, { ...query, limit: limit + 1 });
    const known = await markRows(ctx, rows);
    return { found: rows, marks: new Map(rows.map((row, index) => [row, known[index]])) };
  });
  const rows = isBackward ? found.slice(0, limit).reverse() : found.slice(0, limit);
  const hasMore = found.length > limit;
  const cursorAt = (key: typeof after | (typeof rows)[number], isBackwardFrom: boolean) =>
    key ? toCursor(key, parsed.list, { isBackward: isBackwardFrom }) : null;
  const hasNext = isBackward ? after !== undefined : hasMore;
  const hasPrevious = isBackward ? hasMore : after !== undefined;
  const shownIds = [...new Set(rows.map(({ merchantId }) => merchantId))];
  const slugs = merchants ? new Map(merchants.map(({ id, slug }) => [id, slug])) : await findSlugs(ctx, shownIds);
  const tags = await loadTags(ctx, scope.environment, rows.map(ofTransaction));
  return {
    shownIds,
    items: rows.map((row, index) =>
      toTransaction(ctx.vault, row, slugs.get(row.merchantId) ?? "", { ...marks.get(row), tags: tags[index] }),
    ),
    nextCursor: hasNext ? cursorAt(rows.at(-1), false) : null,
    previousCursor: hasPrevious ? cursorAt(rows.at(0), true) : null,
  };
}
