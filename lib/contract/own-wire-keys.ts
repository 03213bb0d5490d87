import { paymentMembers } from "../core/payment-body.ts";

/** Keys of the wire that the desk itself writes; `extra` may not name them (issue 6). */
export const ownWireKeys: readonly string[] = [...new Set(paymentMembers.flatMap((member) => member.split(".", 1)))];
