import { sortedMembers } from "#lib/core/canonical-json.ts";
import type { SealContext, Vault } from "#lib/vault/vault.ts";
import { createCompression } from "../connection/compressed.ts";

/** The parts of a transaction that may name people: the whole row as received, and its description. */
export type TransactionContent = { record: unknown; description: string | null };

/** The part of the vault that storing rows needs; it cannot open them. */
export type RowSealer = Pick<Vault, "sealAll" | "hash">;

/** In base64url: 132 bits, so that different contents of a row do not collide. */
const markLength = 22;

const { compress, decompress } = createCompression(
  [
    '{"r":{"id":1700000000000000,"date":"2026-01-01T00:00:00","payment_reference":"POS","transaction_type":"013",',
    '"transaction_currency":"EUR","transaction_amount":1.00,"original_currency":"EUR","original_amount":1.00,"sign":"Credit",',
    '"reference_number":"","reference_number_type":"ProductID","terminal_id":"8","serial_number":"","account_number":"","ruid":"",',
    '"billing_descriptor":" / Payment on TID ","pan":"*","description":"Transaction fee"}}{"r":{"id":17,"date":"2026-01-01T00:00:00',
    '","payment_reference":"POS","transaction_type":"001","transaction_currency":"EUR","transaction_amount":-0.00',
    ',"original_currency":"EUR","original_amount":0.00,"sign":"Debit","reference_number":null,"reference_number_type":"None",',
    '"terminal_id":"","serial_number":"SN00","account_number":"","ruid":null,"billing_descriptor":null,"pan":null,"description":"',
  ].join(""),
);

type Named = { merchantId: string; id: string };

/** Seals rows that are stored together. */
export function sealTransactions(vault: RowSealer, rows: readonly (Named & TransactionContent)[]): Buffer[] {
  return vault.sealAll(
    rows.map(({ record, description, ...row }) => ({
      plain: compress(Buffer.from(JSON.stringify(pack({ record, description })), "utf8")),
      context: contextOf(row),
    })),
  );
}

/** Throws VaultError when the row was changed or moved. */
export function openTransaction(vault: Vault, row: Named & { sealed: Uint8Array }): TransactionContent {
  return unpack(JSON.parse(decompress(vault.open(row.sealed, contextOf(row))).toString("utf8")));
}

/** Equal when a row was received again with the same content; reveals nothing without the keys. */
export function markTransaction(vault: RowSealer, { merchantId, id, record }: Named & { record: unknown }): string {
  return vault.hash(JSON.stringify(["ledger row", merchantId, id, sortedMembers(record)])).slice(0, markLength);
}

/** Omits a description that is already in the row. */
type Packed = { r: unknown; d?: string | null };

function pack({ record, description }: TransactionContent): Packed {
  return description !== null && description === describedBy(record) ? { r: record } : { r: record, d: description };
}

function unpack({ r: record, d }: Packed): TransactionContent {
  return { record, description: d === undefined ? describedBy(record) : d };
}

function describedBy(record: unknown): string | null {
  const text = typeof record === "object" && record !== null && "description" in record ? record.description : null;
  return typeof text === "string" ? text : null;
}

function contextOf({ merchantId, id }: Named): SealContext {
  return { table: "transaction", row: `${merchantId}/${id}`, column: "sealed" };
}
