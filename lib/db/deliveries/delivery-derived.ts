import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Delivery } from "#lib/notifications/ports.ts";
import { acceptedOrderFor } from "#lib/notifications/verification/accepted-order.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { toIdentifierText } from "../search/identifiers.ts";

const identifierMax = 255;

/** The columns that `npm run reparse` makes anew from the body. */
export function toDerived({ event, verification, endpoint }: Pick<Delivery, "event" | "verification" | "endpoint">) {
  return {
    method: event.method,
    orderId: event.orderId,
    trnref: event.trnref,
    amountMinor: event.amountMinor,
    currency: event.currency,
    verdict: verification.verdict,
    reasons: [...verification.reasons],
    keyId: verification.keyId,
    rejection: verification.rejection ?? null,
    fieldOrder: verification.verdict === "valid" ? (acceptedOrderFor(event.method, endpoint)?.names ?? null) : null,
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
