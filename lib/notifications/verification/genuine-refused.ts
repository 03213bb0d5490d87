import type { Delivery } from "../ports.ts";
import { isActingMethod } from "./accepted-names.ts";

type VerifiedEvent = {
  verification: Pick<Delivery["verification"], "keyId" | "reasons">;
  event: Pick<Delivery["event"], "method" | "sid">;
};

/**
 * True for a message about a payment that the gateway signed and our rules for names or formats rejected: it is separated from
 * forgeries. With `method` or `sid` among the reasons, or without a SID, it is of another kind, or of another
 * store.
 */
export function isGenuineRefused({ verification: { keyId, reasons }, event }: VerifiedEvent): boolean {
  const has = (reason: string) => reasons.includes(reason);
  return (
    keyId !== null &&
    event.sid !== null &&
    isActingMethod(event.method) &&
    (has("layout") || has("format")) &&
    !has("method") &&
    !has("sid")
  );
}
