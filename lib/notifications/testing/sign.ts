import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { VerifyKey } from "../verification/signature.ts";

export type Entry = readonly [name: string, value: string | Uint8Array];

export type Signer = { privateKey: KeyObject; publicKeyPem: string; key: VerifyKey };

/** A gateway key for one test file. The gateway's own keys have 1,024 bits. */
export function createSigner(id = "test-key", bits = 2_048): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const publicKeyPem = publicKey.export({ format: "pem", type: "spki" }).toString();
  return { privateKey, publicKeyPem, key: { id, label: id, fingerprint: id, publicKey } };
}

/** Implements docs/notifications.md, rule 4, independently of the code under test. */
export function signEntries(entries: readonly Entry[], privateKey: KeyObject): string {
  const values = entries.map(([, value]) => Buffer.from(value));
  const text = Buffer.concat(values.flatMap((value, index) => (index === 0 ? [value] : [Buffer.from("-"), value])));
  return sign("RSA-SHA256", Buffer.from(text.toString("base64")), privateKey).toString("base64");
}

/** Every byte that is not a letter or digit as %XX: any entries are decoded unchanged. */
export function encodeEntries(entries: readonly Entry[]): string {
  return entries.map(([name, value]) => `${encodeBytes(Buffer.from(name))}=${encodeBytes(Buffer.from(value))}`).join("&");
}

export function signedBody(entries: readonly Entry[], signer: Signer): string {
  return encodeEntries([...entries, ["Signature", signEntries(entries, signer.privateKey)]]);
}

function encodeBytes(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9_.]/.test(char) ? char : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
    })
    .join("");
}

export type Purchase = { sid: string; orderId: string; trnref: string; amount: string; currency: string };

const purchase: Purchase = {
  sid: "000000000000010",
  orderId: "HB-2026-0001",
  trnref: "410227",
  amount: "200.00",
  currency: "EUR",
};

/** A payment's notification in the field order of genuine ones. */
export function notifyEntries(changes: Partial<Purchase> = {}, extra: readonly Entry[] = []): Entry[] {
  const { sid, orderId, trnref, amount, currency } = { ...purchase, ...changes };
  return [
    ["IPCmethod", "IPCPurchaseNotify"],
    ["SID", sid],
    ["Amount", amount],
    ["Currency", currency],
    ["OrderID", orderId],
    ["IPC_Trnref", trnref],
    ["RequestSTAN", "083107"],
    ["RequestDateTime", "2026-03-04 11:20:05"],
    ["PaymentMethod", "1"],
    ["BillingDescriptor", "myPOS  * TESTSTORE"],
    ["PAN", "0007"],
    ...extra,
  ];
}

export function rollbackEntries(changes: Partial<Purchase> = {}): Entry[] {
  const { sid, orderId, amount, currency } = { ...purchase, ...changes };
  return [
    ["IPCmethod", "IPCPurchaseRollback"],
    ["SID", sid],
    ["Amount", amount],
    ["Currency", currency],
    ["OrderID", orderId],
  ];
}

/** The browser's copy: the same fields under another method name. */
export function returnEntries(
  method: "IPCPurchaseOK" | "IPCPreAuthorizationOK" | "IPCPurchaseCancel",
  changes: Partial<Purchase> = {},
): Entry[] {
  const entries = method === "IPCPurchaseCancel" ? rollbackEntries(changes) : notifyEntries(changes);
  return entries.map(([name, value]) => (name === "IPCmethod" ? [name, method] : [name, value]));
}
