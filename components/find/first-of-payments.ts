import type { Hit } from "#lib/contract/find.ts";

/** The first hit of each payment, which represents it in the list. */
export function firstOfPayments(hits: readonly Hit[]): Hit[] {
  const first = new Map<string, Hit>();
  for (const hit of hits) if (!first.has(hit.payment)) first.set(hit.payment, hit);
  return [...first.values()];
}
