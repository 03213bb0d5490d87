import type { Hit } from "#lib/contract/find.ts";
import { isMention } from "#lib/core/verification.ts";

/** Whether a text may be an IPC_Trnref: the gateway uses numbers. */
export function mayBeTrnref(text: string): boolean {
  return /^\d{6,12}$/.test(text.trim());
}

const mentioned =
  "Only a notification that is not verified has this IPC_Trnref; it proves nothing about a payment. It was also tried as a payment reference at each merchant's gateway; a gateway whose ledger has references of its own does not know it by this number.";
const note =
  "No notification received here has this IPC_Trnref. It was also tried as a payment reference at each merchant's gateway; a gateway whose ledger has references of its own does not know it by this number.";

/** The note for an IPC_Trnref when only the gateways could be queried; null when there is nothing to add. */
export function trnrefNote(text: string, { hits, wasAsked }: { hits: readonly Hit[]; wasAsked: boolean }): string | null {
  const named = hits.filter(({ exact, matched }) => exact && (matched === "trnref" || matched === "reference"));
  if (!mayBeTrnref(text) || !wasAsked || named.some((hit) => !isMention(hit))) return null;
  return named.length > 0 ? mentioned : note;
}
