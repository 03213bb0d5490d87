import { sql } from "drizzle-orm";
import type { Json } from "../sandbox/storage.ts";
import type { Vault } from "../vault/vault.ts";
import { sealDetail } from "./audit.ts";
import type { Database, Transaction } from "./open-store.ts";
import { sealValue } from "./sandbox-storage.ts";
import { sealRecord, sealWords } from "./sealed-payment.ts";
import { sealUrl } from "./sealed-url.ts";

const rowsAtOnce = 500;

type Seal<Row> = (tx: Transaction, row: Row) => Promise<unknown>;

/** Takes rows that are still readable, batch by batch; `seal` must leave them so that they are not taken again. */
async function sealEach<Row extends object>(db: Database, take: ReturnType<typeof sql>, seal: Seal<Row>): Promise<void> {
  for (let taken = rowsAtOnce; taken === rowsAtOnce; ) {
    taken = await db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`${take} limit ${rowsAtOnce} for update`);
      for (const row of rows) await seal(tx, row as Row);
      return rows.length;
    });
  }
}

export function sealPlainPayments(db: Database, vault: Vault): Promise<void> {
  return sealEach<{ id: string; description: string | null; extra: unknown; record: unknown }>(
    db,
    sql`select id::text, description, extra, record from payment
      where description is not null or extra is not null or record is not null`,
    (tx, { id, record, ...words }) =>
      tx.execute(sql`update payment set description = null, extra = null, record = null,
        sealed_intent = ${sealWords(vault, id, words)}, sealed_record = ${record === null ? null : sealRecord(vault, id, record)}
        where id = ${id}::uuid`),
  );
}

export function sealPlainDetails(db: Database, vault: Vault): Promise<void> {
  return sealEach<{ id: number; detail: unknown }>(
    db,
    sql`select id, detail from audit where detail <> '{}'`,
    (tx, { id, detail }) =>
      tx.execute(sql`update audit set detail = '{}', sealed_detail = ${sealDetail(vault, id, detail)} where id = ${id}`),
  );
}

/** As `sandbox-storage.ts` seals them. */
export function sealPlainSandbox(db: Database, vault: Vault): Promise<void> {
  return sealEach<{ kind: string; key: string; value: Json }>(
    db,
    sql`select kind, key, value from sandbox_record where value is not null`,
    (tx, { kind, key, value }) =>
      tx.execute(sql`update sandbox_record set value = null, sealed = ${sealValue(vault, { kind, key, value })}
        where kind = ${kind} and key = ${key}`),
  );
}

export function sealPlainUrls(db: Database, vault: Vault): Promise<void> {
  return sealEach<{ id: string; url: string }>(
    db,
    sql`select endpoint_id as id, url from forward_target where url is not null`,
    (tx, { id, url }) =>
      tx.execute(sql`update forward_target set url = null, sealed_url = ${sealUrl(vault, id, url)} where endpoint_id = ${id}`),
  );
}
