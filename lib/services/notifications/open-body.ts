import type { DeliveryRow } from "../../store/notifications.ts";
import type { Vault } from "../../vault/vault.ts";

/** The body byte for byte as it arrived. */
export function openBody(vault: Vault, row: Pick<DeliveryRow, "id" | "body">): Buffer {
  return vault.open(row.body, { table: "delivery", row: row.id, column: "body" });
}
