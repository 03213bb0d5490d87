import { type SQL, sql } from "drizzle-orm";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { formatDecimal } from "#lib/core/money.ts";
import { recordedAmounts } from "#lib/core/recorded-amounts.ts";
import { givenBackTypes, moneyKinds } from "#lib/core/transaction-types.ts";
import { fetchRows } from "../connection/fetch-rows.ts";
import type { Queryable } from "../connection/open-store.ts";
import { executePrepared } from "../connection/prepared.ts";
import type { PaymentRow } from "../payments/payments.ts";
import { anyOfFields, isKnownBy, mayBeStored } from "../search/identifiers.ts";
import { epochMs } from "../settings/epoch.ts";
import { partitionOf } from "./transaction-query.ts";
import type { TransactionRow } from "./transactions.ts";

type FoundKey = { merchant_id: string; id: string; at_ms: number };

const foundKey = sql`found.merchant_id, found.id, ${epochMs(sql`found.occurred_at`)} as at_ms`;

/**
 * The sales that record payments of one environment, by the payments' ids; of several alike the one nearest in time. Other
 * sales under the same references displace none: the index is asked for reference, terminal and amount together (40 payments
 * among 200,000 transactions with references that each has ten times: 20 ms).
 */
export function findSalesOfPayments(
  db: Queryable,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, TransactionRow>> {
  return findRowsOfPayments(db, payments, moneyKinds.sales);
}

/** In the same way what gave back as much under the same references. */
export function findReturnsOfPayments(
  db: Queryable,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, TransactionRow>> {
  return findRowsOfPayments(db, payments, { types: givenBackTypes, sign: "debit" });
}

async function findRowsOfPayments(
  db: Queryable,
  payments: readonly PaymentRow[],
  { types, sign }: { types: readonly string[]; sign: "credit" | "debit" },
): Promise<ReadonlyMap<string, TransactionRow>> {
  const [first] = payments;
  if (!first) return new Map();
  const wanted = payments.flatMap((payment) =>
    recordedAmounts(payment).map((amountMinor) => ({ ...payment, amountMinor: sign === "debit" ? -amountMinor : amountMinor })),
  );
  const column = (read: (payment: PaymentRow) => string | number) => sql.param(wanted.map(read));
  const found = await executePrepared<FoundKey & { payment_id: string }>(
    db,
    sql`with found as materialized (
        select merchant_id, id, occurred_at, terminal_id, reference_number, currency, amount_minor
        from ${partitionOf(first.environment)} where environment = (select ${first.environment}::text)
          and sign = ${sign} and type = any((select ${sql.param([...types])}::text[])::text[])
          and ${isKnownBy(sql`identifiers`, wanted.map(saleWords).join(" | "))})
      select distinct on (wanted.payment_id) wanted.payment_id, ${foundKey}
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ merchantId }) => merchantId)}::uuid[],
        ${column(({ terminalId }) => terminalId)}::text[], ${column(({ referenceNumber }) => referenceNumber)}::text[],
        ${column(({ currency }) => currency)}::text[], ${column(({ amountMinor }) => amountMinor)}::bigint[],
        ${column(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
        as wanted(payment_id, merchant_id, terminal_id, reference_number, currency, amount_minor, at)
      join found using (merchant_id, terminal_id, reference_number, currency, amount_minor)
      order by wanted.payment_id, ${distance(sql`wanted.at`)}, found.id`,
  );
  const rows = await fetchRows(db, first.environment, found.map(toKey));
  const rowOf = new Map(rows.map((row) => [`${row.merchantId} ${row.id}`, row]));
  return new Map(
    found.flatMap(({ payment_id, merchant_id, id }) => {
      const row = rowOf.get(`${merchant_id} ${id}`);
      return row ? [[payment_id, row]] : [];
    }),
  );
}

const rowsMax = 500;

/** Transactions with the reference of a payment in any form: those of its terminal, or of none, and nearest in time first. */
export async function listRowsOfReference(db: Queryable, payment: PaymentRow): Promise<TransactionRow[]> {
  const { environment, merchantId, referenceNumber, terminalId, createdAt } = payment;
  const value = normaliseIdentifier(referenceNumber);
  if (!mayBeStored(value)) return [];
  const found = await executePrepared<FoundKey>(
    db,
    sql`with found as materialized (
        select merchant_id, id, occurred_at, terminal_id from ${partitionOf(environment)}
        where environment = (select ${environment}::text) and merchant_id = (select ${merchantId}::uuid)
          and ${isKnownBy(sql`identifiers`, anyOfFields(["referenceNumber"], [value]))})
      select ${foundKey} from found
      order by coalesce(terminal_id = ${terminalId}, true) desc, ${distance(sql`${createdAt.toISOString()}::timestamptz`)}, id
      limit ${rowsMax}`,
  );
  return fetchRows(db, environment, found.map(toKey));
}

function toKey({ merchant_id, id, at_ms }: FoundKey) {
  return { merchantId: merchant_id, id, occurredAt: new Date(at_ms) };
}

function distance(at: SQL): SQL {
  return sql`abs(extract(epoch from found.occurred_at - ${at}))`;
}

/** The identifiers of a sale that records the payment. */
function saleWords({ referenceNumber, terminalId, amountMinor, currency }: PaymentRow): string {
  const amount = formatDecimal({ amountMinor, currency });
  const fields = Object.entries({ referenceNumber, terminal: terminalId, amount });
  const words = fields.flatMap(([field, text]) => {
    const value = normaliseIdentifier(text);
    return mayBeStored(value) ? [anyOfFields([field], [value])] : [];
  });
  return `(${words.join(" & ")})`;
}
