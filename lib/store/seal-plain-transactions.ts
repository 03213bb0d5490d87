import { sql } from "drizzle-orm";
import type { Vault } from "../vault/vault.ts";
import type { Database, Transaction } from "./open-store.ts";
import { markTransaction, sealTransactions, type TransactionContent } from "./sealed-transaction.ts";

const rowsAtOnce = 1_000;

/** `at` as text keeps the microseconds that a JavaScript date would lose. */
type PlainRow = TransactionContent & { environment: string; merchantId: string; at: string; id: string };

/** Seals ledger rows that an earlier version stored readable, batch by batch in order of their time. */
export async function sealPlainTransactions(db: Database, vault: Vault): Promise<void> {
  for (let last: PlainRow | undefined; ; ) {
    const rows = await db.transaction(async (tx) => {
      const plain = await takePlain(tx, last);
      await putSealed(tx, vault, plain);
      return plain;
    });
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

async function takePlain(tx: Transaction, last: PlainRow | undefined): Promise<PlainRow[]> {
  const behind = last
    ? sql`and (occurred_at, id, merchant_id) > (${last.at}::timestamptz, ${last.id}, ${last.merchantId}::uuid)`
    : sql``;
  const { rows } = await tx.execute<PlainRow>(sql`
    select environment, merchant_id as "merchantId", occurred_at::text as at, id, record, description
    from transaction where record is not null ${behind}
    order by occurred_at, id, merchant_id limit ${rowsAtOnce} for update`);
  return rows;
}

async function putSealed(tx: Transaction, vault: Vault, rows: readonly PlainRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sealed = sealTransactions(vault, rows);
  const content = rows.map(({ environment, merchantId, at, id, record }, place) => ({
    environment,
    merchant_id: merchantId,
    at,
    id,
    sealed: `\\x${sealed[place]?.toString("hex")}`,
    mark: markTransaction(vault, { merchantId, id, record }),
  }));
  await tx.execute(sql`
    update transaction set sealed = fresh.sealed, content_mark = fresh.mark, record = null, description = null
    from json_to_recordset(${JSON.stringify(content)}::json)
      as fresh(environment text, merchant_id uuid, at timestamptz, id text, sealed bytea, mark text)
    where transaction.environment = fresh.environment and transaction.merchant_id = fresh.merchant_id
      and transaction.occurred_at = fresh.at and transaction.id = fresh.id`);
}
