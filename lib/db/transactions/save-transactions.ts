import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { toByteaArray, toTextArray } from "../connection/binary-arrays.ts";
import type { Queryable } from "../connection/open-store.ts";
import { rematchNotifications } from "../notifications/rematch-notifications.ts";
import { transaction, transactionKey } from "../schema/transaction.ts";
import { epochMs } from "../settings/epoch.ts";
import { withTagWords } from "../tags/tag-words.ts";
import { changeLedgerDays, type DayRow } from "../transaction-sums/ledger-days.ts";
import { addFittingFacets, ensureFacets, missingFacet, toFacetValues } from "../transaction-sums/ledger-facets.ts";
import { findFoldedFees, refoldFees } from "./fold-fees.ts";
import { markTransaction, type RowSealer, sealTransactions, type TransactionContent } from "./sealed-transaction.ts";
import type { TransactionRow } from "./transactions.ts";

/** `hasOwnTime` false: the gateway's time could not be parsed, and `occurredAt` is an estimate that is made once. */
export type NewTransaction = Omit<TransactionRow, "sealed"> &
  TransactionContent & { hasOwnTime: boolean /** See `identifiers.ts`. */; identifiers?: string | null };

/** `before`: the previous ledger time of a corrected row. */
export type SavedTransaction = { id: string; isNew: boolean; row: NewTransaction; before: Date | undefined };

/** `hasOtherContent`: it differs in more than its time and day, which another zone changes. */
type Stored = DayRow & { merchantId: string; id: string; hasOtherContent: boolean };
type Removed = Stored & Pick<TransactionRow, "environment" | "reference" | "type">;
type FacetedTransaction = NewTransaction & { facetId: number; kindId: number; contentMark: string };

/**
 * Inserts new rows of one merchant and replaces corrected ones, with the day sums; rows that were read later (`readAt`,
 * the database's time) stay. Notifications of corrected rows are matched again. Returns only rows that changed. Call it in a
 * transaction: a row and its day change together.
 */
export async function saveTransactions(
  db: Queryable,
  vault: RowSealer,
  rows: readonly NewTransaction[],
): Promise<SavedTransaction[]> {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  const [first] = unique;
  if (!first) return [];
  const { environment } = first;
  await ensureTransactionMonths(db, { environment, times: unique.map((row) => row.occurredAt) });
  const folded = await findFoldedFees(db, unique);
  const facets = await ensureFacets(
    db,
    unique.map((row) => toFacetValues({ ...row, isFolded: folded.has(row.id) })),
  );
  const faceted = unique.map((row, at) => {
    const { facetId, kindId } = facets[at] ?? missingFacet();
    return { ...row, facetId, kindId, contentMark: markTransaction(vault, row) };
  });
  const claimed = await claimKeys(db, faceted);
  const known = faceted.filter((row) => !claimed.has(row.id));
  const { lost, corrected } = await compareWithStored(db, known);
  const isLost = new Set(lost);
  const added = faceted.filter((row) => claimed.has(row.id) || isLost.has(row.id));
  const replaced = known.flatMap((row) => {
    const stored = corrected.get(row.id);
    if (!stored) return [];
    return [{ stored, row: row.hasOwnTime ? row : { ...row, occurredAt: stored.occurredAt, day: stored.day } }];
  });
  const removed = await removeRows(db, { environment, rows: replaced.map(({ stored }) => stored) });
  const inserted = await withTagWords(db, [...added, ...replaced.map(({ row }) => row)]);
  await insertRows(db, vault, inserted);
  await moveKeys(db, [...replaced.map(({ row }) => row), ...added.filter((row) => isLost.has(row.id))]);
  await addFittingFacets(db, inserted);
  await changeLedgerDays(db, { came: inserted, went: removed });
  await refoldFees(db, [...inserted, ...removed]);
  const changed = replaced.filter(({ stored }) => stored.hasOtherContent).map(({ row }) => row.id);
  await rematchNotifications(db, { environment, merchantId: first.merchantId, ids: changed, areRemoved: false });
  return [
    ...added.map((row) => ({ id: row.id, isNew: true, row, before: undefined })),
    ...replaced.map(({ row, stored }) => ({ id: row.id, isNew: false, row, before: stored.occurredAt })),
  ];
}

/** The ids that are new; locks the keys of all others. */
async function claimKeys(db: Queryable, rows: readonly FacetedTransaction[]): Promise<Set<string>> {
  const claimed = await insertKeys(db, rows);
  const known = rows.filter((row) => !claimed.has(row.id));
  if (known.length === 0) return claimed;
  const { rows: locked } = await db.execute<{ id: string }>(sql`
    select id from transaction_key where merchant_id = ${known[0]?.merchantId}::uuid
      and id = any(${sql.param(known.map((row) => row.id))}::text[]) order by id for update`);
  const isLocked = new Set(locked.map(({ id }) => id));
  // Its row was removed with its key after the first statement.
  const gone = known.filter((row) => !isLocked.has(row.id));
  return gone.length === 0 ? claimed : claimed.union(await claimKeys(db, gone));
}

async function insertKeys(db: Queryable, rows: readonly FacetedTransaction[]): Promise<Set<string>> {
  const { rows: claimed } = await db.execute<{ id: string }>(sql`
    insert into transaction_key (merchant_id, id, occurred_at)
    select * from unnest(${sql.param(rows.map((row) => row.merchantId))}::uuid[], ${sql.param(rows.map((row) => row.id))}::text[],
      ${sql.param(rows.map((row) => row.occurredAt.toISOString()))}::timestamptz[]) as key(merchant_id, id, occurred_at)
    order by id
    on conflict do nothing returning id`);
  return new Set(claimed.map((row) => row.id));
}

/**
 * Among rows with known ids, whose keys are locked, so that this statement sees what earlier lock holders committed: those that
 * differ from the stored row, which was not read later, and those whose row an earlier version removed without its key.
 */
async function compareWithStored(
  db: Queryable,
  rows: readonly FacetedTransaction[],
): Promise<{ lost: string[]; corrected: Map<string, Stored> }> {
  if (rows.length === 0) return { lost: [], corrected: new Map() };
  const merchantId = rows[0]?.merchantId ?? "";
  const candidates = rows.map((row) => ({
    environment: row.environment,
    merchant_id: row.merchantId,
    id: row.id,
    occurred_at: row.hasOwnTime ? row.occurredAt : null,
    day: row.hasOwnTime ? row.day : null,
    amount_minor: row.amountMinor,
    facet_id: row.facetId,
    content_mark: row.contentMark,
    read_at: row.readAt,
  }));
  type Differing = {
    id: string;
    facet_id: number | null;
    day: string;
    amount_minor: number | null;
    at_ms: number;
    other: boolean;
  };
  const isOther = sql`not (stored.content_mark = asked.content_mark and stored.facet_id = asked.facet_id
    and stored.amount_minor is not distinct from asked.amount_minor)`;
  const { rows: differing } = await db.execute<Differing>(sql`
    select asked.id, stored.facet_id, stored.day::text as day, stored.amount_minor, ${epochMs(sql`key.occurred_at`)} as at_ms,
      ${isOther} as other
    from json_to_recordset(${JSON.stringify(candidates)}::json) as asked(environment text, merchant_id uuid, id text,
      occurred_at timestamptz, day date, amount_minor bigint, facet_id int, content_mark text, read_at timestamptz)
    join transaction_key key on key.merchant_id = asked.merchant_id and key.id = asked.id
    left join transaction stored on stored.environment = asked.environment and stored.merchant_id = key.merchant_id
      and stored.occurred_at = key.occurred_at and stored.id = key.id
    where stored.id is null or (stored.read_at <= asked.read_at and (${isOther}
      or stored.occurred_at <> coalesce(asked.occurred_at, stored.occurred_at) or stored.day <> coalesce(asked.day, stored.day)))
    order by asked.id`);
  const corrected = new Map<string, Stored>();
  for (const { id, facet_id: facetId, day, amount_minor: amountMinor, at_ms: atMs, other: hasOtherContent } of differing) {
    const occurredAt = new Date(atMs);
    if (facetId !== null) corrected.set(id, { merchantId, id, facetId, day, amountMinor, occurredAt, hasOtherContent });
  }
  return { lost: differing.filter((row) => row.facet_id === null).map((row) => row.id), corrected };
}

/** Returns the rows that still existed: retention may have removed some meanwhile and subtracted them from their days. */
async function removeRows(
  db: Queryable,
  { environment, rows }: { environment: string; rows: readonly Stored[] },
): Promise<Removed[]> {
  const removed: Removed[] = [];
  for (const row of rows) {
    const { rows: went } = await db.execute<
      Pick<Removed, "reference" | "type">
    >(sql`delete from transaction where environment = ${environment}
      and merchant_id = ${row.merchantId}::uuid and occurred_at = ${row.occurredAt.toISOString()}::timestamptz and id = ${row.id}
      returning reference, type`);
    removed.push(...went.map((named) => ({ ...row, ...named, environment })));
  }
  return removed;
}

const { sealed: _sealed, amountRank: _rank, ...insertedColumns } = getTableColumns(transaction);
const columns = Object.entries(insertedColumns).map(([member, column]) => ({
  name: column.name,
  type: column.getSQLType(),
  read: (row: FacetedTransaction) => row[member as keyof typeof insertedColumns] ?? null,
}));
const columnNames = sql.raw(columns.map(({ name }) => name).join(", "));

/** One array per column is far cheaper to parse for PostgreSQL than an object for each row. */
function toList({ type, read }: (typeof columns)[number], rows: readonly FacetedTransaction[]): SQL {
  const values = rows.map(read).map((value) => (value instanceof Date ? value.toISOString() : value));
  const list = type === "text" ? toTextArray(values as (string | null)[]) : values;
  return sql`${sql.param(list)}::${sql.raw(type)}[]`;
}

async function insertRows(db: Queryable, vault: RowSealer, rows: readonly FacetedTransaction[]): Promise<void> {
  if (rows.length === 0) return;
  const lists = sql.join(
    [...columns.map((column) => toList(column, rows)), sql`${sql.param(toByteaArray(sealTransactions(vault, rows)))}::bytea[]`],
    sql`, `,
  );
  await db.execute(sql`insert into transaction (${columnNames}, sealed) select * from unnest(${lists})`);
}

async function moveKeys(db: Queryable, rows: readonly FacetedTransaction[]): Promise<void> {
  for (const { merchantId, id, occurredAt } of rows) {
    const mine = sql`${transactionKey.merchantId} = ${merchantId}::uuid`;
    await db
      .update(transactionKey)
      .set({ occurredAt })
      .where(sql`${mine} and ${inArray(transactionKey.id, [id])}`);
  }
}

/** Creates the partitions for rows of these times; cheap when they exist. */
async function ensureTransactionMonths(
  db: Queryable,
  { environment, times }: { environment: string; times: readonly Date[] },
): Promise<void> {
  const byMonth = new Map(times.map((time) => [`${time.getUTCFullYear()} ${time.getUTCMonth()}`, time.toISOString()]));
  const wanted = sql.param([...byMonth.values()]);
  await db.execute(sql`select ensure_transaction_month(${environment}, at) from unnest(${wanted}::timestamptz[]) at`);
}
