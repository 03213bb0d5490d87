import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";

type Target = { endpointId: string; sealedUrl: Uint8Array };

/** A shop's address may contain a key of the shop. */
export function sealUrl(vault: Vault, endpointId: string, url: string): Buffer {
  return vault.seal(url, placeOf(endpointId));
}

/**
 * The address, or an empty string when the row was changed or moved: then each attempt fails because of the address,
 * and messages of other endpoints are still forwarded.
 */
export function openUrl(vault: Vault, { endpointId, sealedUrl }: Target): string {
  try {
    return vault.open(sealedUrl, placeOf(endpointId)).toString("utf8");
  } catch (error) {
    if (error instanceof VaultError) return "";
    throw error;
  }
}

function placeOf(row: string) {
  return { table: "forward_target", row, column: "sealed_url" };
}
