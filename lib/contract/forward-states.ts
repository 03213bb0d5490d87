export const forwardStates = ["pending", "delivered", "refused", "dead", "held"] as const;
export type ForwardState = (typeof forwardStates)[number];
