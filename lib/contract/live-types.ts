export const liveTypes = ["notification", "transaction", "payment", "mirror", "merchant"] as const;
export type LiveType = (typeof liveTypes)[number];

/** The event after too many missed events: the page must read all its data again. */
export const liveReload = "reload";
