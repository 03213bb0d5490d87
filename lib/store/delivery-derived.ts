import { normaliseIdentifier } from "../core/identifiers.ts";
import { acceptedOrderFor } from "../notify/accepted-order.ts";
import type { Delivery } from "../notify/ports.ts";
import type { Vault } from "../vault/vault.ts";
import { toIdentifierText } from "./identifiers.ts";

const identifierMax = 255;

/** The columns that `npm run reparse` makes anew from the body. */
export function toDerived({ event, judgement, endpoint }: Pick<Delivery, "event" | "judgement" | "endpoint">) {
  return {
    method: event.method,
    orderId: event.orderId,
    trnref: event.trnref,
    amountMinor: event.amountMinor,
    currency: event.currency,
    verdict: judgement.verdict,
    reasons: [...judgement.reasons],
    keyId: judgement.keyId,
    rejection: judgement.rejection ?? null,
    fieldOrder: judgement.verdict === "valid" ? (acceptedOrderFor(event.method, endpoint)?.names ?? null) : null,
  };
}

/** What a caller may read out of a valid notification, as its column holds it; personal ones only as a keyed hash. */
export function toIdentifiers(vault: Vault, { identifiers }: Pick<Delivery["event"], "identifiers">): string | null {
  return toIdentifierText(
    identifiers.map(({ field, value, isPersonal }) => {
      const compared = normaliseIdentifier(value).slice(0, identifierMax);
      return { field, value: isPersonal ? hashIdentifier(vault, compared) : compared };
    }),
  );
}

const hashCharacters = 22;

/**
 * A personal value as it is stored and looked for: 132 bits of its keyed hash. The small letter before them stands in no
 * normalised value, so that nothing typed is the beginning of one.
 */
export function hashIdentifier(vault: Pick<Vault, "hash">, value: string): string {
  return `h${vault.hash(value).slice(0, hashCharacters)}`;
}
