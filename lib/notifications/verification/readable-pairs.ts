import type { Pair } from "./form.ts";
import type { Verdict } from "./verify.ts";

/** Characters that are read of each name or value of an unverified message; its stored bytes stay complete. */
const unverifiedTextMax = 500;

/**
 * The pairs as they are searched, masked, indexed and shown. Anyone can send an invalid message, so each of its texts is
 * truncated first; its bytes are not, so that it can still be verified.
 */
export function toReadablePairs(pairs: readonly Pair[], verdict: Verdict): readonly Pair[] {
  return verdict === "valid" ? pairs : pairs.map(cutPair);
}

function cutPair(pair: Pair): Pair {
  if (pair.nameText.length <= unverifiedTextMax && pair.valueText.length <= unverifiedTextMax) return pair;
  const nameText = cut(pair.nameText);
  return { ...pair, nameText, lowerName: nameText.toLowerCase(), valueText: cut(pair.valueText) };
}

function cut(text: string): string {
  return text.length <= unverifiedTextMax ? text : `${text.slice(0, unverifiedTextMax).toWellFormed()}…`;
}
