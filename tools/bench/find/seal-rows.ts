import type pg from "pg";
import { markTransaction, sealTransactions } from "#lib/db/transactions/sealed-transaction.ts";
import type { Vault } from "#lib/vault/vault.ts";

const rowsAtOnce = 10_000;

type BenchRow = Record<
  "merchant_id" | "id" | "reference" | "type" | "currency" | "reference_number" | "digits" | "stan",
  string
> & {
  n: number;
  terminal_id: string | null;
  amount_minor: string;
};

/** Encrypts the content of each row as the ledger sync does. */
export async function sealRows({ pool, vault, rows }: { pool: pg.Pool; vault: Vault; rows: number }): Promise<void> {
  await pool.query("create unlogged table bench_sealed (n int, sealed bytea, content_mark text)");
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    const { rows: some } = await pool.query<BenchRow>("select * from bench_row where n >= $1 and n < $2", [
      from,
      from + rowsAtOnce,
    ]);
    const contents = some.map(toContent);
    const sealed = sealTransactions(vault, contents);
    await pool.query("insert into bench_sealed select * from unnest($1::int[], $2::bytea[], $3::text[])", [
      some.map(({ n }) => n),
      sealed,
      contents.map((content) => markTransaction(vault, content)),
    ]);
  }
  await pool.query("analyze bench_sealed");
}

function toContent(row: BenchRow) {
  const record = {
    id: row.n,
    payment_reference: row.reference,
    transaction_type: row.type,
    transaction_currency: row.currency,
    transaction_amount: Number(row.amount_minor) / 100,
    reference_number: row.reference_number,
    terminal_id: row.terminal_id,
    pan: `*${row.digits}`,
  };
  const description = `BENCH - ${row.stan} / Payment on TID ${row.terminal_id}`;
  return { merchantId: row.merchant_id, id: row.id, record, description };
}
