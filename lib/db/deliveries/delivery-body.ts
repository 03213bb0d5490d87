import type { Vault } from "#lib/vault/vault.ts";
import { createCompression } from "../connection/compressed.ts";

type Body = { id: string; body: Uint8Array };

const { compress, decompress } = createCompression(
  [
    "IPCmethod=IPCPreAuthorizationNotify&PreAuthExpDate=26&CustomerEmail=%40gmail.com&CustomerPhone=%2B&CustomerFirstNames=",
    "&CustomerFamilyName=&CardToken=&ExpDate=&CardBrand=2&CardType=3&PaymentType=1IPCmethod=IPCPurchaseRollback",
    "IPCmethod=IPCPurchaseNotify&SID=0000000000&Amount=00.00&Currency=EUR&OrderID=&IPC_Trnref=&RequestSTAN=000",
    "&RequestDateTime=2026-01-01+10%3A00%3A00&PaymentMethod=1&BillingDescriptor=myPOS++%2A&PAN=&Signature=%2B%2F%3D%3D",
  ].join(""),
);

/** Seals the bodies of deliveries that are stored together. */
export function sealBodies(vault: Pick<Vault, "sealAll">, deliveries: readonly Body[]): Buffer[] {
  return vault.sealAll(deliveries.map(({ id, body }) => ({ plain: compress(body), context: contextOf(id) })));
}

/** The body byte for byte as received; VaultError when it was changed or moved. */
export function openBody(vault: Pick<Vault, "open">, { id, body }: Body): Buffer {
  return decompress(vault.open(body, contextOf(id)));
}

function contextOf(id: string) {
  return { table: "delivery", row: id, column: "body" };
}
