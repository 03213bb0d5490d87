import type { Say } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { findPatchProblems, type PaymentBodyPatch } from "#lib/core/payment-body.ts";

/** A renamed member, in the form that an administrator types. */
export const patchExample = '{"tid":"{terminal_id}","terminal_id":null}';

/** Parses the typed changes of a payment's body; returns either the changes or the problems with their positions. */
export function readBodyPatch(
  text: string,
  { t, say }: { t: Words<"payments">; say: Say },
): { patch: PaymentBodyPatch; problems?: never } | { patch?: never; problems: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problems: [t("problems.notJson", { detail: error instanceof Error ? error.message : "" }).trim()] };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problems: [t("members.shape", { example: patchExample })] };
  }
  const patch = value as PaymentBodyPatch;
  const problems = findPatchProblems(patch);
  if (problems.length === 0) return { patch };
  return { problems: problems.map((problem) => [problem.path.join("."), say(problem)].filter(Boolean).join(": ")) };
}
