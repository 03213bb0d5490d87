import { z } from "zod";

/** `data` of one server-sent event; enough to refetch the right list, never the record itself. */
export const liveDataSchema = z.object({ merchant: z.string() }).catchall(z.json());

export const followLiveInput = z.object({
  /** The id of the last event before what is shown was read; `Last-Event-ID` goes before it. */
  after: z.string().max(4_000).optional(),
});
