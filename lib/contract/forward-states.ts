export const forwardStates = ["pending", "delivered", "refused", "dead"] as const;
export type ForwardState = (typeof forwardStates)[number];
