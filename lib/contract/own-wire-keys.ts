import { paymentMembers } from "#lib/core/payment-body.ts";

/** Keys of the wire that the desk itself writes; `extra` may not name them (docs/payments.md, rule 5). */
export const ownWireKeys: readonly string[] = [...new Set(paymentMembers.flatMap((member) => member.split(".", 1)))];
