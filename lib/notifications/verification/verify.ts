import { checkNames, checkValues, type LayoutRules, type Reason } from "./accepted-names.ts";
import type { Pair } from "./form.ts";
import { type SignedForm, type VerifyKey, verifySignature } from "./signature.ts";

export type Verdict = "valid" | "invalid" | "not_checkable";

export type Verification = {
  verdict: Verdict;
  /** Empty unless the verdict is `invalid`. */
  reasons: Reason[];
  /** The key that verified the signature, also set when the field order then failed. */
  keyId: string | null;
  form: SignedForm;
};

export type VerificationRules = LayoutRules & { keys: readonly VerifyKey[] };

/**
 * Checks the signature, then the field order (docs/notifications.md, rules 4 to 11). `not_checkable` is a failure on our side: there is no key,
 * or none can be read. When the signature fails the values are not trusted, so only problems with the names are added to the reasons.
 */
export function verifyNotification(pairs: readonly Pair[], rules: VerificationRules): Verification {
  const form = verifySignature(pairs, rules.keys);
  const { result, signed } = form;
  if (result.state === "no_key") return { verdict: "not_checkable", reasons: [], keyId: null, form };
  const names = checkNames(signed, rules);
  if (result.state === "failed") {
    const repeated: Reason[] = result.cause === "repeated" && !names.includes("duplicate") ? ["duplicate"] : [];
    return { verdict: "invalid", reasons: ["signature", ...repeated, ...names], keyId: null, form };
  }
  const reasons = [...names, ...checkValues(signed, rules)];
  return { verdict: reasons.length === 0 ? "valid" : "invalid", reasons, keyId: result.keyId, form };
}
