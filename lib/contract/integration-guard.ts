import { z } from "zod";
import { guardActionSchema, typedName } from "./connection.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** Confirmed by typing the name of the environment. */
const integrationTryInput = z.strictObject({ name: typedName }).register(schemaNames, { id: "IntegrationTry" });
const integrationResetInput = z
  .strictObject({ name: typedName, confirmed: z.literal(true, rule("confirmation_missing")) })
  .register(schemaNames, { id: "IntegrationReset" });

const act = { 200: { description: "How it ended, and how the sign-in stands now.", schema: guardActionSchema } } as const;

/** The lockout guard's actions for the integration alone, which need no merchant; for administrators of all merchants. */
export const integrationGuardOperations = defineOperations("Merchants", {
  tryIntegrationOnceMore: {
    method: "post",
    path: `${environmentPath}/connection/try-once-more`,
    summary: "A person's one try at the integration's refused token, also without a merchant; a third failure is never sent",
    role: "admin",
    body: integrationTryInput,
    example: { name: "demo" },
    answers: act,
    errors: ["proof_required", "not_connected"],
  },
  confirmIntegrationCounterWasReset: {
    method: "post",
    path: `${environmentPath}/connection/counter-was-reset`,
    summary: "The gateway confirmed that its counter was reset, for the integration; sends nothing",
    role: "admin",
    body: integrationResetInput,
    example: { name: "demo", confirmed: true },
    answers: act,
    errors: ["proof_required", "not_connected"],
  },
});
