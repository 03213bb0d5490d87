import { z } from "zod";
import { instantSchema, problemSchema } from "./common.ts";

/** How fresh what is stored of several merchants is: counted, never listed, however many there are. */
export const syncSummarySchema = z.object({
  merchants: z.int(),
  /** Read as lately as background sync promises. */
  upToDate: z.int(),
  /** Never read, or due again, and nothing is wrong. */
  syncing: z.int(),
  /** Those whose last reading failed, or whose sign-in is refused. */
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
