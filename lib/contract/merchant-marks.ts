// Apart from the schemas, so that pages can offer the choices without loading them.

/** Of the connection, or of the ledger sync as its summary counts it. Archived merchants are in no other. */
export const merchantFilters = [
  "ready",
  "refused",
  "waiting",
  "unproven",
  "attention",
  "syncing",
  "up_to_date",
  "archived",
] as const;
export type MerchantFilter = (typeof merchantFilters)[number];

export const merchantOrders = ["slug", "name"] as const;
