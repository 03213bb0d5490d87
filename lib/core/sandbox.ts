/** The largest amount of one order at the sandbox's checkout, in minor units. */
export const orderMinorMax = 99_999_999;

/**
 * How URL_Notify of the sandbox fails on purpose. `error`: 500 at once; `late`: the same after the gateway stopped waiting;
 * `silent`: the connection closes then without an answer.
 */
export const receiverFaultKinds = ["error", "late", "silent"] as const;
export type ReceiverFaultKind = (typeof receiverFaultKinds)[number];
