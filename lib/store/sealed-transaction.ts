import { packMembers, unpackMembers } from "../core/packed-members.ts";
import { sortedMembers } from "../core/sorted-members.ts";
import type { SealContext, Vault } from "../vault/vault.ts";

/** What of a ledger row may name people: the whole row as received, and its description. */
export type TransactionContent = { record: unknown; description: string | null };

/** What storing rows asks of the vault; opening them takes more. */
export type RowSealer = Pick<Vault, "sealAll" | "hash">;

/** Of base64url: 132 bits, so that no two contents of a row share one. */
const markLength = 22;

type Named = { merchantId: string; id: string };

/** Seals rows that are stored together. */
export function sealTransactions(vault: RowSealer, rows: readonly (Named & TransactionContent)[]): Buffer[] {
  return vault.sealAll(
    rows.map(({ record, description, ...row }) => ({
      plain: Buffer.from(JSON.stringify(pack({ record, description })), "utf8"),
      context: contextOf(row),
    })),
  );
}

/** Throws VaultError when the row was changed or moved in the store. */
export function openTransaction(vault: Vault, row: Named & { sealed: Uint8Array }): TransactionContent {
  return unpack(JSON.parse(vault.open(row.sealed, contextOf(row)).toString("utf8")));
}

/** Equal when a row was received again with the same content; says nothing of it to who has no keys. */
export function markTransaction(vault: RowSealer, { merchantId, id, record }: Named & { record: unknown }): string {
  return vault.hash(JSON.stringify(["ledger row", merchantId, id, sortedMembers(record)])).slice(0, markLength);
}

/** Without the names that nearly every row has, which would be most of it, and without a description said twice. */
type Packed = { r: unknown; d?: string | null };

function pack({ record, description }: TransactionContent): Packed {
  const r = packMembers(record);
  return description !== null && description === describedBy(record) ? { r } : { r, d: description };
}

function unpack({ r, d }: Packed): TransactionContent {
  const record = unpackMembers(r);
  return { record, description: d === undefined ? describedBy(record) : d };
}

function describedBy(record: unknown): string | null {
  const text = typeof record === "object" && record !== null && "description" in record ? record.description : null;
  return typeof text === "string" ? text : null;
}

function contextOf({ merchantId, id }: Named): SealContext {
  return { table: "transaction", row: `${merchantId}/${id}`, column: "sealed" };
}
