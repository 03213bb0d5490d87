import { z } from "zod";

/** `data` of one server-sent event; enough to refetch the right list, never the record itself. */
export const liveDataSchema = z.object({ merchant: z.string() }).catchall(z.json());
