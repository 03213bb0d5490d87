import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { transaction } from "./schema/transaction.ts";

export type TransactionRow = typeof transaction.$inferSelect;

/** `hasOwnTime` false: the gateway's time could not be read and `occurredAt` is only our guess, made once. */
export type NewTransaction = TransactionRow & { hasOwnTime: boolean };

export type SavedTransaction = { id: string; isNew: boolean };

/** Inserts rows and updates corrected ones, in one statement each. Answers only those that changed something. */
export async function saveTransactions(db: Queryable, rows: readonly NewTransaction[]): Promise<SavedTransaction[]> {
  const unique = [...new Map(rows.map((row) => [`${row.merchantId} ${row.id}`, row])).values()];
  return [
    ...(await upsert(
      db,
      unique.filter((row) => row.hasOwnTime),
      { keepsTime: false },
    )),
    ...(await upsert(
      db,
      unique.filter((row) => !row.hasOwnTime),
      { keepsTime: true },
    )),
  ];
}

const keyColumns = new Set(["merchantId", "id", "environment"]);

function upsert(
  db: Queryable,
  rows: readonly NewTransaction[],
  { keepsTime }: { keepsTime: boolean },
): Promise<SavedTransaction[]> {
  if (rows.length === 0) return Promise.resolve([]);
  const time = keepsTime ? sql`true` : sql`${transaction.occurredAt} = excluded.occurred_at`;
  return db
    .insert(transaction)
    .values(rows.map(({ hasOwnTime: _, ...row }) => row))
    .onConflictDoUpdate({
      target: [transaction.merchantId, transaction.id],
      set: excludedColumns(keepsTime),
      setWhere: sql`not (${transaction.record} = excluded.record and ${time} and ${transaction.amountMinor} is not distinct from excluded.amount_minor)`,
    })
    .returning({ id: transaction.id, isNew: sql<boolean>`(xmax = 0)` });
}

function excludedColumns(keepsTime: boolean): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(transaction)).filter(
    ([name]) => !keyColumns.has(name) && !(keepsTime && name === "occurredAt"),
  );
  return Object.fromEntries(columns.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]));
}

/** All rows with one of the references, newest first; a sale and its fee share theirs. */
export async function findTransactionsByReference(
  db: Queryable,
  { merchantIds, references }: { merchantIds: readonly string[]; references: readonly string[] },
): Promise<TransactionRow[]> {
  if (merchantIds.length === 0 || references.length === 0) return [];
  return db
    .select()
    .from(transaction)
    .where(and(inArray(transaction.merchantId, [...merchantIds]), inArray(transaction.reference, [...references])))
    .orderBy(desc(transaction.occurredAt), desc(transaction.id));
}

export async function findTransactionsById(
  db: Queryable,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(transaction)
    .where(and(eq(transaction.merchantId, merchantId), inArray(transaction.id, [...ids])));
}
