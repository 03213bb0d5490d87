import { z } from "zod";
import { instantSchema, problemSchema } from "./common.ts";

/** The sync state of several merchants as counts. */
export const syncSummarySchema = z.object({
  merchants: z.int(),
  /** Synced within the interval of background sync. */
  upToDate: z.int(),
  /** Never synced, or due, without a problem. */
  syncing: z.int(),
  /** Merchants whose last sync failed, or whose sign-in is refused. */
  attention: z.int(),
  /** How many were never read at all. */
  neverRead: z.int(),
  /** The stalest reading of those that were read; null: none was. */
  asOf: instantSchema.nullable(),
  /** When all will have been read once, at the rate of the last minutes; null where that is done or unknown. */
  readyAt: instantSchema.nullable(),
  /** The few that need attention most. */
  worst: z.array(problemSchema.extend({ merchant: z.string() })),
});
export type SyncSummary = z.infer<typeof syncSummarySchema>;
