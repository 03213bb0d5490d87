import { sortedMembers } from "../core/sorted-members.ts";
import type { SealContext, Vault } from "../vault/vault.ts";

/** What of a ledger row may name people: the whole row as received, and its description. */
export type TransactionContent = { record: unknown; description: string | null };

/** What storing rows asks of the vault; opening them takes more. */
export type RowSealer = Pick<Vault, "sealAll" | "hash">;

type Named = { merchantId: string; id: string };

/** Seals rows that are stored together. */
export function sealTransactions(vault: RowSealer, rows: readonly (Named & TransactionContent)[]): Buffer[] {
  return vault.sealAll(
    rows.map(({ record, description, ...row }) => ({
      plain: Buffer.from(JSON.stringify({ record, description }), "utf8"),
      context: contextOf(row),
    })),
  );
}

/** Throws VaultError when the row was changed or moved in the store. */
export function openTransaction(vault: Vault, row: Named & { sealed: Uint8Array }): TransactionContent {
  return JSON.parse(vault.open(row.sealed, contextOf(row)).toString("utf8"));
}

/** Equal when a row was received again with the same content; says nothing of it to who has no keys. */
export function markTransaction(vault: RowSealer, { merchantId, id, record }: Named & { record: unknown }): string {
  return vault.hash(JSON.stringify(["ledger row", merchantId, id, sortedMembers(record)]));
}

function contextOf({ merchantId, id }: Named): SealContext {
  return { table: "transaction", row: `${merchantId}/${id}`, column: "sealed" };
}
