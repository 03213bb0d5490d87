import { normaliseIdentifier } from "../core/identifiers.ts";
import { acceptedOrderFor } from "../notify/accepted-order.ts";
import type { Delivery, NotifyEndpoint } from "../notify/ports.ts";
import type { Vault } from "../vault/vault.ts";
import type { NewIdentifier } from "./identifiers.ts";

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

type Identified = Pick<Delivery, "id" | "receivedAt" | "event"> & Pick<NotifyEndpoint, "environment" | "merchantId">;

/** What a caller may read out of a valid notification; personal ones only as a keyed hash. */
export function toIdentifiers(vault: Vault, { id, environment, merchantId, receivedAt, event }: Identified): NewIdentifier[] {
  return event.identifiers.map(({ field, value, isPersonal }) => {
    const compared = normaliseIdentifier(value).slice(0, identifierMax);
    return {
      environment,
      merchantId,
      kind: "notification",
      targetId: id,
      field,
      value: isPersonal ? vault.hash(compared) : compared,
      occurredAt: receivedAt,
    };
  });
}
