export const liveTypes = ["notification", "transaction", "payment", "mirror", "merchant"] as const;
export type LiveType = (typeof liveTypes)[number];

/** The event of a stream that missed too much to be sent: all that is shown must be read again. */
export const liveReload = "reload";
