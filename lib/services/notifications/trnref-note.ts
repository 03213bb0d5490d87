import type { Hit } from "../../contract/find.ts";

/** Whether a text may be an IPC_Trnref: the gateway numbers them (public-record-notify.md, samples). */
export function mayBeTrnref(text: string): boolean {
  return /^\d{6,12}$/.test(text.trim());
}

const note =
  "No notification received here has this IPC_Trnref. It was also tried as a payment reference at each merchant's gateway; a gateway whose ledger has references of its own does not know it by this number.";

/** What the answer to an IPC_Trnref must say when only the gateways could be asked; null when there is nothing to add. */
export function trnrefNote(text: string, { hits, wasAsked }: { hits: readonly Hit[]; wasAsked: boolean }): string | null {
  const isKnown = hits.some(({ exact, matched }) => exact && (matched === "trnref" || matched === "reference"));
  return mayBeTrnref(text) && wasAsked && !isKnown ? note : null;
}
