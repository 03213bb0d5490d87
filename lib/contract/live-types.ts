export const liveTypes = ["notification", "transaction", "payment", "mirror"] as const;
export type LiveType = (typeof liveTypes)[number];
