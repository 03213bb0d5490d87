import { constants, createHash, publicDecrypt } from "node:crypto";
import type { Message } from "#lib/core/text.ts";
import { notificationText } from "../texts.ts";
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
): Message | null {
  if (verification.verdict === "not_checkable") return notificationText("no_key");
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
export function explainRules({ reasons, form }: Pick<Verification, "reasons" | "form">, rules: LayoutRules): Message {
  const misplaced = firstMisplacedName(form.signed, rules);
  if (misplaced) {
    const received =
      misplaced.received === null
        ? notificationText("name_absent")
        : notificationText("name_received", { name: JSON.stringify(misplaced.received.slice(0, nameMax).toWellFormed()) });
    const { position, expected } = misplaced;
    return notificationText("name_misplaced", { position, expected, received });
  }
  if (reasons.includes("duplicate")) return notificationText("name_twice");
  if (reasons.includes("method")) return notificationText("method_of_other_address");
  if (reasons.includes("sid")) return notificationText("sid_of_other_store");
  if (reasons.includes("layout")) return notificationText("names_uncertain");
  return firstRuleBroken(form.signed, rules)?.rule ?? notificationText("field_form");
}

function explainSignature(
  form: SignedForm,
  cause: "missing" | "repeated" | "encoding" | "mismatch",
  keys: readonly VerifyKey[],
): Message {
  if (cause === "missing") return notificationText("signature_absent");
  if (cause === "repeated") return notificationText("signature_repeated");
  if (cause === "encoding") return notificationText("signature_form");
  const signedDigest = form.signature && findSignedDigest(form.signature, keys);
  if (!signedDigest) return notificationText("signature_of_nobody");
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

function explainDigest(signed: readonly Pair[], digest: Buffer): Message {
  const fits = (pairs: readonly Pair[]) => hashOf(pairs).equals(digest);
  const added = signed.find((_, index) => fits(signed.filter((_, other) => other !== index)));
  if (added) return notificationText("field_added", { name: quote(added) });
  const swapped = signed.findIndex((_, index) => index > 0 && fits(swap(signed, index)));
  const later = signed[swapped];
  if (later) return notificationText("fields_swapped", { name: quote(later) });
  const trimmed = signed.map((pair) => ({ ...pair, value: Buffer.from(pair.valueText.trim()) }));
  if (fits(trimmed)) return notificationText("space_added");
  return notificationText("value_changed");
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
