// Apart from the schemas, so that pages can offer the choices without loading them.

/**
 * Of the last ledger sync: failed, `up_to_date`, or `syncing`, which is neither. `sync_failed` is `sign_in_failed`, where the
 * gateway rejected the sign-in, and `sync_failed_otherwise`. `not_fully_synced`: some days were never read, and the last sync
 * did not fail; `never_synced` are those of them without today and yesterday.
 */
export const syncFilters = [
  "sync_failed",
  "sign_in_failed",
  "sync_failed_otherwise",
  "syncing",
  "never_synced",
  "not_fully_synced",
  "up_to_date",
] as const;
export type SyncState = (typeof syncFilters)[number];

/**
 * Of the connection, with an issue that the list shows, of the ledger sync as its summary counts it, or late, silent or not
 * forwarded to as the alerts are, so without the merchants that these leave out. Archived merchants are in no other.
 */
export const merchantFilters = [
  "ready",
  "refused",
  "waiting",
  "unproven",
  "attention",
  ...syncFilters,
  "late",
  "silent",
  "forward_failing",
  "archived",
] as const;
export type MerchantFilter = (typeof merchantFilters)[number];

/** The longest name of a group. */
export const groupMax = 40;
/** The most merchants whose group is changed at once. */
export const groupedMax = 500;
/** Stands for the merchants without a group; no group has this name. */
export const noGroup = "-";

export const merchantOrders = ["slug", "name"] as const;
