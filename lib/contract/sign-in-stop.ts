import { z } from "zod";
import { stopSchema } from "./merchant.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

/** Null: automatic sign-in goes on. A stop of a single merchant is not one of the environment. */
export const signInStopSchema = z.object({ stop: stopSchema.nullable() }).register(schemaNames, { id: "SignInStop" });
export type SignInStop = z.infer<typeof signInStopSchema>;

export const signInStopOperations = defineOperations("Merchants", {
  getSignInStop: {
    method: "get",
    path: `${environmentPath}/connection/stop`,
    summary: "Whether automatic sign-in of the whole environment is stopped, why, since when, and what permits it again",
    role: "viewer",
    answers: { 200: { description: "The stop, or null.", schema: signInStopSchema } },
  },
});
