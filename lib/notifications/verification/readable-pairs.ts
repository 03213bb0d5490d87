import type { Pair } from "./form.ts";
import type { Verdict } from "./verify.ts";

/** So many characters of a name or value are read of a message that proves nothing; its stored bytes stay whole. */
const unverifiedTextMax = 500;

/**
 * The pairs as they are searched, masked, indexed and shown. Anybody may send what is not valid, so each of its texts is
 * cut first; its bytes are not, so that it can still be verified.
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
