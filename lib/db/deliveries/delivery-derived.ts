import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { Delivery } from "#lib/notifications/ports.ts";
import { acceptedOrderFor } from "#lib/notifications/verification/accepted-order.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { toIdentifierText } from "../search/identifiers.ts";

const identifierMax = 255;

/** The columns that `npm run reparse` rebuilds from the body. */
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

/** The identifiers of a valid notification as its column stores them; personal ones only as a keyed hash. */
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
 * A personal value as it is stored and searched: 132 bits of its keyed hash. The lower-case letter before them occurs
 * in no normalised value, so that no search text can be a prefix of it.
 */
export function hashIdentifier(vault: Pick<Vault, "hash">, value: string): string {
  return `h${vault.hash(value).slice(0, hashCharacters)}`;
}
