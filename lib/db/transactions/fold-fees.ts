import { type SQL, sql } from "drizzle-orm";
import { dayMs } from "#lib/core/days.ts";
import { feeDaysApart, feeTypes, isFee } from "#lib/core/transaction-types.ts";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";
import { epochMs } from "../settings/epoch.ts";
import { changeLedgerDays } from "../transaction-sums/ledger-days.ts";
import {
  addFittingFacets,
  ensureFacets,
  type FacetValues,
  missingFacet,
  toFacetValues,
} from "../transaction-sums/ledger-facets.ts";

type Row = {
  environment: string;
  merchantId: string;
  id: string;
  reference: string | null;
  type: string | null;
  occurredAt: Date;
};
type References = { environment: string; merchantId: string; references: readonly string[]; times: readonly Date[] };

const apartMs = feeDaysApart * dayMs;

/**
 * Ids of the fees of a batch that belong to another transaction of their merchant: one with the same payment reference that
 * is no fee, in the batch or stored. The list can leave these out; a fee without a reference is never among them.
 */
export async function findFoldedFees(db: Queryable, rows: readonly Row[]): Promise<Set<string>> {
  const fees = rows.filter(({ type }) => isFee(type));
  const owned = new Set(rows.filter(({ type }) => !isFee(type)).map(({ reference }) => reference));
  const asked = toReferences(fees.filter(({ reference }) => !owned.has(reference)));
  for (const reference of asked ? await findOwned(db, asked) : []) owned.add(reference);
  return new Set(fees.filter(({ reference }) => reference !== null && owned.has(reference)).map(({ id }) => id));
}

/** After these rows of one merchant were stored, replaced or removed: folds and unfolds the stored fees with their references. */
export async function refoldFees(db: Queryable, rows: readonly Row[]): Promise<void> {
  const asked = toReferences(rows.filter(({ type }) => !isFee(type)));
  if (!asked) return;
  const fees = await findStoredFees(db, asked);
  if (fees.length === 0) return;
  const owned = await findOwned(db, asked);
  const wrong = fees.filter(({ reference, isFolded }) => owned.has(reference) !== isFolded);
  if (wrong.length > 0) await moveFees(db, wrong);
}

function toReferences(rows: readonly Row[]): References | undefined {
  const named = rows.flatMap(({ reference }) => reference ?? []);
  const [first] = rows;
  if (!first || named.length === 0) return undefined;
  const { environment, merchantId } = first;
  return { environment, merchantId, references: [...new Set(named)], times: rows.map(({ occurredAt }) => occurredAt) };
}

/** The time bounds keep the search within a few months' partitions. */
function within({ environment, merchantId, references, times }: References): SQL {
  const instants = times.map((time) => time.getTime());
  const from = new Date(Math.min(...instants) - apartMs).toISOString();
  const to = new Date(Math.max(...instants) + apartMs).toISOString();
  return sql`transaction.environment = ${environment} and transaction.merchant_id = ${merchantId}::uuid
    and transaction.reference = any(${sql.param([...references])}::text[])
    and transaction.occurred_at between ${from}::timestamptz and ${to}::timestamptz`;
}

const feeList = sql`${sql.param([...feeTypes])}::text[]`;
const isFeeRow = sql`coalesce(transaction.type = any(${feeList}), false)`;

async function findOwned(db: Queryable, asked: References): Promise<Set<string | null>> {
  const { rows } = await db.execute<{ reference: string }>(
    sql`select distinct reference from transaction where ${within(asked)} and not ${isFeeRow}`,
  );
  return new Set(rows.map(({ reference }) => reference));
}

type StoredFee = FacetValues & {
  id: string;
  at_ms: number;
  day: string;
  amountMinor: number | null;
  facetId: number;
  reference: string;
};

function findStoredFees(db: Queryable, asked: References): Promise<StoredFee[]> {
  return listFees(db, within(asked));
}

async function listFees(db: Queryable, condition: SQL): Promise<StoredFee[]> {
  const { rows } = await db.execute<StoredFee>(sql`
    select transaction.id, ${epochMs(sql`transaction.occurred_at`)} as at_ms, transaction.day::text as day,
      transaction.amount_minor as "amountMinor", transaction.facet_id as "facetId", transaction.reference, facet.environment,
      facet.merchant_id as "merchantId", facet.type, facet.sign, facet.currency, facet.account_number as "accountNumber",
      facet.terminal_id as "terminalId", facet.is_folded as "isFolded"
    from transaction join ledger_facet facet on facet.id = transaction.facet_id where ${condition} and ${isFeeRow}`);
  return rows;
}

const movedAtOnce = 1_000;

/** After retention removed what is older than `before`: unfolds the fees of what is gone. */
export async function unfoldFees(db: Queryable, { environment, before }: { environment: string; before: Date }): Promise<void> {
  const from = before.toISOString();
  const to = new Date(before.getTime() + apartMs).toISOString();
  const lonely = await listFees(
    db,
    sql`transaction.environment = ${environment} and transaction.occurred_at >= ${from}::timestamptz
      and transaction.occurred_at < ${to}::timestamptz and facet.is_folded and not exists (
        select from transaction other where other.environment = ${environment} and other.merchant_id = transaction.merchant_id
          and other.reference = transaction.reference and coalesce(other.type <> all(${feeList}), true)
          and other.occurred_at >= ${from}::timestamptz
          and other.occurred_at <= ${to}::timestamptz + ${apartMs} * interval '1 millisecond')`,
  );
  for (let start = 0; start < lonely.length; start += movedAtOnce)
    await db.transaction((tx) => moveFees(tx, lonely.slice(start, start + movedAtOnce)));
}

/** A facet says whether its rows are folded: moves rows to the facet that says the opposite, with their day's sums. */
async function moveFees(db: Queryable, fees: readonly StoredFee[]): Promise<void> {
  const facets = await ensureFacets(
    db,
    fees.map((fee) => toFacetValues({ ...fee, isFolded: !fee.isFolded })),
  );
  const came = [];
  const went = [];
  for (const [at, fee] of fees.entries()) {
    const { facetId, kindId } = facets[at] ?? missingFacet();
    const day = { day: fee.day, amountMinor: fee.amountMinor, occurredAt: new Date(fee.at_ms) };
    const { rowCount } = await db
      .update(transaction)
      .set({ facetId, kindId })
      .where(sql`${transaction.environment} = ${fee.environment} and ${transaction.merchantId} = ${fee.merchantId}::uuid
        and ${transaction.occurredAt} = ${day.occurredAt.toISOString()}::timestamptz and ${transaction.id} = ${fee.id}
        and ${transaction.facetId} = ${fee.facetId}`);
    if (rowCount !== 1) continue;
    came.push({ ...day, facetId });
    went.push({ ...day, facetId: fee.facetId });
  }
  await addFittingFacets(db, came);
  await changeLedgerDays(db, { came, went });
}
