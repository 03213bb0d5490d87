import { type KeyObject, verify } from "node:crypto";
import { canonicalName, type Pair } from "./form.ts";

/** A public key of an endpoint; `publicKey` is null when the stored PEM can no longer be read. Accepted until `endsAt`. */
export type VerifyKey = {
  id: string;
  label: string;
  fingerprint: string;
  publicKey: KeyObject | null;
  endsAt?: Date | null | undefined;
};

export type SignatureResult =
  | { state: "verified"; keyId: string }
  /** missing: no pair named Signature; repeated: several; encoding: not standard base64; mismatch: no key matches. */
  | { state: "failed"; cause: "missing" | "repeated" | "encoding" | "mismatch" }
  | { state: "no_key" };

export type SignedForm = {
  result: SignatureResult;
  /** Every pair but the signature, in received order. */
  signed: Pair[];
  /** Exactly what was signed, before base64: the values joined with "-". */
  signedText: Buffer;
  signature: Buffer | undefined;
};

const dash = Buffer.from("-");

/**
 * Verifies RSA PKCS#1 v1.5 with SHA-256 over base64(values joined with "-"), as docs/notifications.md, rule 4,
 * describes; valid if any key verifies. A missing, repeated or badly encoded signature fails without a key.
 */
export function verifySignature(pairs: readonly Pair[], keys: readonly VerifyKey[]): SignedForm {
  const candidates = pairs.filter((pair) => canonicalName(pair) === "signature");
  const only = candidates.at(-1);
  const signed = pairs.filter((pair) => pair !== only);
  const signedText = joinValues(signed);
  const fail = (cause: "missing" | "repeated" | "encoding"): SignedForm => ({
    result: { state: "failed", cause },
    signed,
    signedText,
    signature: undefined,
  });
  if (candidates.length > 1) return fail("repeated");
  if (only?.lowerName !== "signature") return fail("missing");
  const signature = decodeBase64(only.value);
  if (!signature) return fail("encoding");
  return { result: tryKeys(signedData(signedText), signature, keys), signed, signedText, signature };
}

/** The ASCII string that RSA signs: one line of padded base64. */
export function signedData(signedText: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(signedText).toString("base64"), "latin1");
}

export function joinValues(pairs: readonly Pair[]): Buffer {
  const parts = pairs.flatMap((pair, index) => (index === 0 ? [pair.value] : [dash, pair.value]));
  return Buffer.concat(parts);
}

function tryKeys(data: Buffer, signature: Buffer, keys: readonly VerifyKey[]): SignatureResult {
  let readable = 0;
  for (const key of keys) {
    if (!key.publicKey) continue;
    readable++;
    if (verify("sha256", data, key.publicKey, signature)) return { state: "verified", keyId: key.id };
  }
  return readable === 0 ? { state: "no_key" } : { state: "failed", cause: "mismatch" };
}

/** Standard alphabet, padded, no stray bits: exactly one text for each signature. */
function decodeBase64(value: Buffer): Buffer | undefined {
  const text = value.toString("latin1");
  if (text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64");
  return decoded.toString("base64") === text ? decoded : undefined;
}
