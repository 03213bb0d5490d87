import { z } from "zod";

export const liveTypes = ["notification", "transaction", "payment", "mirror"] as const;
export type LiveType = (typeof liveTypes)[number];

/** `data` of one server-sent event; enough to refetch the right list, never the record itself. */
export const liveDataSchema = z.object({ merchant: z.string() }).catchall(z.json());
