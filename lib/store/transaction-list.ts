import { and, asc, desc, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { identifier } from "./schema/identifier.ts";
import { transaction } from "./schema/transaction.ts";
import type { TransactionRow } from "./transactions.ts";

export type TransactionQuery = {
  environment: string;
  merchantIds: readonly string[];
  from?: Date;
  /** Exclusive end. */
  before?: Date;
  /** Any identifier of the row equals or begins with this normalised text. */
  identifier?: string;
  types?: readonly string[];
  sign?: "credit" | "debit";
  currency?: string;
  account?: string;
  terminal?: string;
  amountMin?: number;
  amountMax?: number;
};

/** Where a page ended or began. */
export type TransactionKey = Pick<TransactionRow, "occurredAt" | "id" | "merchantId" | "amountMinor">;
export type TransactionOrder = "newest" | "oldest" | "largest" | "smallest";

export type TransactionPageQuery = TransactionQuery & {
  order: TransactionOrder;
  after?: TransactionKey;
  /** Walks against the order, towards the list's beginning. */
  isBackward?: boolean;
  limit: number;
};

/** Rows behind the key in walking order; the cost does not grow with the page's number. */
export function listTransactionRows(db: Queryable, query: TransactionPageQuery): Promise<TransactionRow[]> {
  const isFalling = (query.order === "newest" || query.order === "largest") !== (query.isBackward ?? false);
  const direction = isFalling ? desc : asc;
  return db
    .select()
    .from(transaction)
    .where(and(matching(query), behind(query, isFalling)))
    .orderBy(...sortKeys(query.order).map((key) => direction(key)))
    .limit(query.limit);
}

/** An amount that does not fit its currency sorts below all others. */
const amountRank = sql`coalesce(${transaction.amountMinor}, '-9223372036854775808'::bigint)`;

function sortKeys(order: TransactionOrder) {
  const byTime = [transaction.occurredAt, transaction.id, transaction.merchantId];
  return order === "newest" || order === "oldest" ? byTime : [amountRank, ...byTime];
}

function behind({ order, after }: TransactionPageQuery, isFalling: boolean): SQL | undefined {
  if (!after) return undefined;
  const operator = sql.raw(isFalling ? "<" : ">");
  const time = sql`${after.occurredAt.toISOString()}::timestamptz, ${after.id}, ${after.merchantId}::uuid`;
  const amount = sql`coalesce(${after.amountMinor}::bigint, '-9223372036854775808'::bigint)`;
  const key = order === "newest" || order === "oldest" ? time : sql`${amount}, ${time}`;
  return sql`(${sql.join(sortKeys(order), sql`, `)}) ${operator} (${key})`;
}

export type CurrencyTotal = { currency: string; count: number; creditMinor: number; debitMinor: number };

/**
 * Count and sums of each currency over the whole query, currencies in order. Sums stop at the largest safe integer;
 * rows whose amount does not fit their currency count without a sum.
 */
export async function sumTransactions(db: Queryable, query: TransactionQuery): Promise<CurrencyTotal[]> {
  const rows = await db
    .select(sums)
    .from(transaction)
    .where(matching(query))
    .groupBy(transaction.currency)
    .orderBy(asc(transaction.currency));
  return rows.map(toTotal);
}

const sums = {
  currency: transaction.currency,
  count: sql<number>`count(*)`,
  creditMinor: sql<string | null>`sum(${transaction.amountMinor}) filter (where ${transaction.amountMinor} > 0)`,
  debitMinor: sql<string | null>`sum(${transaction.amountMinor}) filter (where ${transaction.amountMinor} < 0)`,
};

function toTotal<Row extends { creditMinor: string | null; debitMinor: string | null }>(row: Row) {
  return { ...row, creditMinor: toSafeInteger(row.creditMinor), debitMinor: toSafeInteger(row.debitMinor) };
}

/** The same for each day of the zone that holds any, days and currencies in order. */
export async function sumTransactionDays(
  db: Queryable,
  query: TransactionQuery & { zone: string },
): Promise<(CurrencyTotal & { day: string })[]> {
  const day = sql<string>`to_char(${transaction.occurredAt} at time zone ${query.zone}, 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day, ...sums })
    .from(transaction)
    .where(matching(query))
    .groupBy(sql`1`, transaction.currency)
    .orderBy(sql`1`, asc(transaction.currency));
  return rows.map(toTotal);
}

function matching(query: TransactionQuery): SQL | undefined {
  const { from, before, sign, currency, account, terminal, amountMin, amountMax, types } = query;
  return and(
    ofMerchants(query),
    from && gte(transaction.occurredAt, from),
    before && lt(transaction.occurredAt, before),
    types && inArray(transaction.type, [...types]),
    sign && eq(transaction.sign, sign),
    currency === undefined ? undefined : eq(transaction.currency, currency),
    account === undefined ? undefined : eq(transaction.accountNumber, account),
    terminal === undefined ? undefined : eq(transaction.terminalId, terminal),
    amountMin === undefined ? undefined : gte(transaction.amountMinor, amountMin),
    amountMax === undefined ? undefined : lte(transaction.amountMinor, amountMax),
    query.identifier === undefined ? undefined : identifiedBy(query.environment, query.identifier),
  );
}

function ofMerchants({ environment, merchantIds }: TransactionQuery): SQL | undefined {
  const [only] = merchantIds;
  if (only === undefined) return sql`false`;
  if (merchantIds.length === 1) return eq(transaction.merchantId, only);
  return and(eq(transaction.environment, environment), inArray(transaction.merchantId, [...merchantIds]));
}

function identifiedBy(environment: string, value: string): SQL {
  const prefix = `${value.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${transaction.merchantId}, ${transaction.id}) in (
    select ${identifier.merchantId}, ${identifier.targetId} from ${identifier}
    where ${identifier.environment} = ${environment} and ${identifier.kind} = 'transaction' and ${identifier.value} like ${prefix})`;
}

function toSafeInteger(sum: string | null): number {
  const value = BigInt(sum ?? 0);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  if (value > most) return Number.MAX_SAFE_INTEGER;
  return value < -most ? -Number.MAX_SAFE_INTEGER : Number(value);
}
