import type { Delivery } from "../ports.ts";
import { isActingMethod } from "./accepted-names.ts";

type VerifiedEvent = {
  verification: Pick<Delivery["verification"], "keyId" | "reasons">;
  event: Pick<Delivery["event"], "method" | "sid">;
};

/**
 * True of the gateway's own signed word on a payment that our rules for names or formats refused: it is kept apart from
 * forgeries. With `method` or `sid` among the reasons, or without a SID, it is another message than it says, or another
 * store's.
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
