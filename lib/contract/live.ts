import { z } from "zod";
import { jsonSchema } from "./common.ts";
import { liveTypes } from "./live-types.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

/** `data` of one server-sent event; enough to refetch the right list, never the record itself. */
export const liveDataSchema = z.object({ merchant: z.string() }).catchall(jsonSchema).register(schemaNames, { id: "LiveData" });

export const followLiveInput = z.object({
  /** The id of the last event before the page's data was read; `Last-Event-ID` takes precedence. */
  after: z.string().max(4_100).optional(),
});

export const liveOperations = defineOperations("Live", {
  followLive: {
    method: "get",
    path: `${environmentPath}/live`,
    summary: `Server-sent events: ${liveTypes.join(", ")}; resumes behind Last-Event-ID, or at first behind \`after\``,
    role: "viewer",
    query: followLiveInput,
    headers: [{ name: "Last-Event-ID", required: false, description: "The id of the last event you have." }],
    answers: {
      200: {
        description:
          "Events for as long as the session lasts. `data` is JSON; the first event is `ready`. `reload` means that too much was missed (over 2000 events), or that another database server took over: read again what you show.",
        schema: liveDataSchema,
        contentType: "text/event-stream",
      },
    },
  },
});
