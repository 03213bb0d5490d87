import { paymentMembers } from "#lib/core/payment-body.ts";

/** Keys of the gateway request that we set ourselves; `extra` may not contain them (docs/payments.md, rule 5). */
export const ownWireKeys: readonly string[] = [...new Set(paymentMembers.flatMap((member) => member.split(".", 1)))];
