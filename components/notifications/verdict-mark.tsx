import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Verdict } from "#lib/contract/notification.ts";

const words: Record<Verdict, { tone: Tone; text: string }> = {
  valid: { tone: "success", text: "Valid" },
  invalid: { tone: "danger", text: "Invalid" },
  not_checkable: { tone: "warning", text: "Not checkable" },
};

/** "Not checkable" is our own fault and never looks like a failed signature. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { tone, text } = words[verdict];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}

export const verdictOptions = Object.entries(words).map(([value, { text }]) => ({ value, label: text }));

/** Reasons of lib/notify/layout.ts in words. */
export const reasonWords: Record<string, string> = {
  signature: "The signature does not fit the values.",
  duplicate: "A name stands more than once.",
  layout: "The names are not those, or not in the order, that the signature can be trusted for.",
  method: "This method does not belong to this address.",
  sid: "The SID is not this merchant's store.",
  format: "A value does not have the form it must have.",
  pairs: "There are too many fields, or none.",
};
