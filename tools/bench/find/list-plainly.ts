import { and, eq, type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { toMinorBounds } from "#lib/core/amount-bounds.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { transaction } from "#lib/db/schema/transaction.ts";
import { identifiedBy } from "#lib/db/search/identified-list.ts";
import { inOrder, matchingTerms, type TransactionPageQuery, toWalk } from "#lib/db/transactions/transaction-query.ts";
import { transactionColumns } from "#lib/db/transactions/transactions.ts";

/** A first page of transactions with plain conditions, in one statement; the bench's currencies have two decimals. */
export function listTransactionsPlainly(db: Queryable, query: TransactionPageQuery): Promise<unknown> {
  const { environment, account, terminal, identifier, order, limit } = query;
  const walk = toWalk({ order });
  const where = and(
    eq(transaction.environment, environment),
    matchingTerms({ from: query.from, before: query.before }),
    ofKinds(query),
    ofAmounts(query),
    account === undefined ? undefined : eq(transaction.accountNumber, account),
    terminal === undefined ? undefined : eq(transaction.terminalId, terminal),
  );
  if (identifier === undefined)
    return db
      .select(transactionColumns)
      .from(transaction)
      .where(where)
      .orderBy(...inOrder(walk))
      .limit(limit);
  // Materialized: PostgreSQL cannot estimate how few there are, and would walk along the time.
  return db.execute(sql`
    with found as materialized (select * from transaction where ${and(where, identifiedBy(query))})
    select * from found as transaction order by ${sql.join(inOrder(walk), sql`, `)} limit ${limit}`);
}

function ofKinds({ environment, type, sign, currency }: TransactionPageQuery): SQL | undefined {
  if (type === undefined && sign === undefined && currency === undefined) return undefined;
  const conditions = [
    sql`environment = ${environment}`,
    ...(type === undefined ? [] : [sql`type = any(${sql.param(type.split(","))}::text[])`]),
    ...(sign === undefined ? [] : [sql`sign = ${sign}`]),
    ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
  ];
  return sql`${transaction.kindId} = any(array(select id from ledger_kind where ${sql.join(conditions, sql` and `)}))`;
}

function ofAmounts({ amountMin: min, amountMax: max }: TransactionPageQuery): SQL | undefined {
  if (min === undefined && max === undefined) return undefined;
  const bounds = toMinorBounds({ min, max }, 2);
  if (bounds === undefined) return sql`false`;
  const { low, high } = bounds;
  return sql`(${transaction.amountRank} between ${low} and ${high} or ${transaction.amountRank} between ${-high} and ${-low})`;
}

/** The indexes that plain lists need and tuned ones do not, while the work runs. */
export async function withPlainIndexes<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  // Without the app's time limits: an index of a million rows takes longer.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const column of ["account_number", "terminal_id"])
      await client.query(`create index if not exists bench_${column} on transaction (${column}, occurred_at)`);
    return await work();
  } finally {
    await client.query("drop index if exists bench_account_number, bench_terminal_id");
    await client.end();
  }
}
