import type { Vault } from "#lib/vault/vault.ts";

/** Free text that staff entered with a payment, which may name people. */
export type PaymentWords = { description: string | null; extra: unknown };

type Row = { id: string; sealedIntent: Uint8Array | null; sealedRecord: Uint8Array | null };

const none: PaymentWords = { description: null, extra: null };

/** Null when staff entered nothing. */
export function sealWords(vault: Vault, id: string, { description, extra }: PaymentWords): Buffer | null {
  if (description === null && extra === null) return null;
  return vault.seal(JSON.stringify({ description, extra }), placeOf(id, "sealed_intent"));
}

/** Throws VaultError when the row was changed or moved, as `openRecord` does. */
export function openWords(vault: Vault, { id, sealedIntent }: Pick<Row, "id" | "sealedIntent">): PaymentWords {
  return sealedIntent === null ? none : open(vault, sealedIntent, placeOf(id, "sealed_intent"));
}

/** What the gateway's responses about the payment said. */
export function sealRecord(vault: Vault, id: string, record: unknown): Buffer {
  return vault.seal(JSON.stringify(record), placeOf(id, "sealed_record"));
}

/** Null before the first response of the gateway. */
export function openRecord(vault: Vault, { id, sealedRecord }: Pick<Row, "id" | "sealedRecord">): unknown {
  return sealedRecord === null ? null : open(vault, sealedRecord, placeOf(id, "sealed_record"));
}

function open<Value>(vault: Vault, sealed: Uint8Array, place: ReturnType<typeof placeOf>): Value {
  return JSON.parse(vault.open(sealed, place).toString("utf8"));
}

function placeOf(row: string, column: "sealed_intent" | "sealed_record") {
  return { table: "payment", row, column };
}
