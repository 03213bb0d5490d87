import type { Vault } from "#lib/vault/vault.ts";
import { createCompression } from "../connection/compressed.ts";

type Body = { id: string; body: Uint8Array };

/** The first byte, behind those of `createCompression`: a signature as bytes, then what stands before it, compressed. */
const withSignature = 16;
const lengthBytes = 2;
const signatureName = "&Signature=";

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
  return vault.sealAll(deliveries.map(({ id, body }) => ({ plain: pack(body), context: contextOf(id) })));
}

/** The body byte for byte as received; VaultError when it was changed or moved. */
export function openBody(vault: Pick<Vault, "open">, { id, body }: Body): Buffer {
  return unpack(vault.open(body, contextOf(id)));
}

/** A signature is most of a body, and random: its text compresses less than its bytes are shorter. */
function pack(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString("latin1");
  const at = text.lastIndexOf(signatureName) + signatureName.length;
  const encoded = text.slice(at);
  const signature = Buffer.from(encoded.replaceAll("%2B", "+").replaceAll("%2F", "/").replaceAll("%3D", "="), "base64");
  const isExact = at >= signatureName.length && signature.length > 0 && toEncoded(signature) === encoded;
  if (!isExact) return compress(body);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt16BE(signature.length);
  return Buffer.concat([Buffer.of(withSignature), length, signature, compress(body.subarray(0, at))]);
}

function unpack(stored: Buffer): Buffer {
  if (stored[0] !== withSignature) return decompress(stored);
  const end = 1 + lengthBytes + stored.readUInt16BE(1);
  return Buffer.concat([decompress(stored.subarray(end)), Buffer.from(toEncoded(stored.subarray(1 + lengthBytes, end)))]);
}

/** As browsers and Java write base64 in a form. */
function toEncoded(signature: Buffer): string {
  return encodeURIComponent(signature.toString("base64"));
}

function contextOf(id: string) {
  return { table: "delivery", row: id, column: "body" };
}
