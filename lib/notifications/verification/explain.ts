import { constants, createHash, publicDecrypt } from "node:crypto";
import { firstMisplacedName, firstRuleBroken, type LayoutRules } from "./accepted-names.ts";
import type { Pair } from "./form.ts";
import { joinValues, type SignedForm, signedData, type VerifyKey } from "./signature.ts";
import type { Verification } from "./verify.ts";

/** DER head of a SHA-256 DigestInfo (RFC 8017, 9.2 note 1). */
const sha256Head = Buffer.from("3031300d060960864801650304020105000420", "hex");

/**
 * Why a message is not valid, in one sentence for support: the first difference. Contains names only, never values.
 * Null without a difference. Needs some hashing, so it runs when the page is opened, not while receiving.
 */
export function explainDifference(
  verification: Verification,
  rules: LayoutRules & { keys: readonly VerifyKey[] },
): string | null {
  if (verification.verdict === "not_checkable") return "There is no readable key to check with.";
  if (verification.verdict === "valid") return null;
  const { form } = verification;
  if (form.result.state === "failed") return explainSignature(form, form.result.cause, rules.keys);
  return explainRules(verification, rules);
}

const nameMax = 60;

/**
 * For a message with a valid signature: which field is out of order or has a wrong format, and what was expected. Cheap;
 * contains names only, never values.
 */
export function explainRules({ reasons, form }: Pick<Verification, "reasons" | "form">, rules: LayoutRules): string {
  const misplaced = firstMisplacedName(form.signed, rules);
  if (misplaced) {
    const received =
      misplaced.received === null
        ? "nothing stands there"
        : `received ${JSON.stringify(misplaced.received.slice(0, nameMax).toWellFormed())}`;
    return `Name ${misplaced.position} must be ${misplaced.expected}; ${received}. The signature proves values, not names.`;
  }
  if (reasons.includes("duplicate")) return "A name stands twice, so it is not certain which value counts.";
  if (reasons.includes("method")) return "The method does not belong to this address.";
  if (reasons.includes("sid")) return "The SID is not this endpoint's store.";
  if (reasons.includes("layout"))
    return "In another field order the same values mean another amount, currency or order number, so the names are not certain.";
  return firstRuleBroken(form.signed, rules)?.rule ?? "A known field is not written the way the gateway writes it.";
}

function explainSignature(
  form: SignedForm,
  cause: "missing" | "repeated" | "encoding" | "mismatch",
  keys: readonly VerifyKey[],
): string {
  if (cause === "missing") return "There is no Signature.";
  if (cause === "repeated") return "There is more than one Signature.";
  if (cause === "encoding") return "The Signature is not standard base64. A “+” that arrived as a space is a common cause.";
  const signedDigest = form.signature && findSignedDigest(form.signature, keys);
  if (!signedDigest) return "None of this endpoint's keys made this Signature, or the Signature itself was changed.";
  return explainDigest(form.signed, signedDigest);
}

/** The digest that was signed; undefined if none of the keys made this signature. */
function findSignedDigest(signature: Buffer, keys: readonly VerifyKey[]): Buffer | undefined {
  for (const { publicKey } of keys) {
    if (!publicKey) continue;
    try {
      const info = publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
      if (info.subarray(0, sha256Head.length).equals(sha256Head)) return info.subarray(sha256Head.length);
    } catch {
      // Not made with this key.
    }
  }
  return undefined;
}

function explainDigest(signed: readonly Pair[], digest: Buffer): string {
  const fits = (pairs: readonly Pair[]) => hashOf(pairs).equals(digest);
  const added = signed.find((_, index) => fits(signed.filter((_, other) => other !== index)));
  if (added) return `The key is right. Without ${quote(added)} the Signature fits, so that field was added after signing.`;
  const swapped = signed.findIndex((_, index) => index > 0 && fits(swap(signed, index)));
  const later = signed[swapped];
  if (later) return `The key is right. ${quote(later)} and the field before it changed places after signing.`;
  const trimmed = signed.map((pair) => ({ ...pair, value: Buffer.from(pair.valueText.trim()) }));
  if (fits(trimmed)) return "The key is right. Space around a value was added after signing.";
  return "The key is right, but a value was changed, added or left out after signing.";
}

function hashOf(pairs: readonly Pair[]): Buffer {
  return createHash("sha256")
    .update(signedData(joinValues(pairs)))
    .digest();
}

function swap(pairs: readonly Pair[], index: number): Pair[] {
  return pairs.map((pair, at) => (at === index - 1 ? pairs[index] : at === index ? pairs[index - 1] : pair) ?? pair);
}

function quote(pair: Pair): string {
  return JSON.stringify(pair.nameText);
}
