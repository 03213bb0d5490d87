import { z } from "zod";
import { merchantNameMax } from "#lib/core/identifiers.ts";
import { fieldProblemSchema, instantSchema, reasonSchema } from "./common.ts";
import { identitySchema, listMerchantsInput, merchantStatusSchema } from "./merchant.ts";
import { defineOperations, environmentPath, largestBodyBytes, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { syncSummarySchema } from "./sync-summary.ts";
import { rule } from "./texts.ts";

/** Which of the two sign-in steps: the integration's token, or this merchant's session. */
const halfSchema = z.enum(["token", "session"], rule("identity_kind_unknown"));
export const typedName = z
  .string(rule("merchant_name_missing"))
  .max(merchantNameMax, rule("name_too_long", { count: merchantNameMax }));

export const tryOnceMoreInput = z.strictObject({ half: halfSchema, name: typedName }).register(schemaNames, { id: "OneTry" });
export const counterWasResetInput = z
  .strictObject({
    half: halfSchema,
    name: typedName,
    confirmed: z.literal(true, rule("confirmation_missing")),
  })
  .register(schemaNames, { id: "CounterReset" });

/** The result of a staff member's action on the lockout guard. */
export const guardActionSchema = z
  .object({
    outcome: z.enum(["signed_in", "refused", "unknown", "not_sent", "not_permitted"]),
    identity: identitySchema,
  })
  .register(schemaNames, { id: "GuardAct" });
export type GuardActionView = z.infer<typeof guardActionSchema>;

/** One step of a check, in order; `skipped` when an earlier one failed or it does not apply. */
const checkStepSchema = z.object({
  step: z.enum(["resolve", "tls", "token", "session", "list"]),
  state: z.enum(["works", "failed", "skipped"]),
  ms: z.int(),
  words: z.string(),
  wordsDetails: reasonSchema,
});
export const connectionCheckSchema = z
  .object({ steps: z.array(checkStepSchema), asOf: instantSchema })
  .register(schemaNames, { id: "ConnectionCheck" });
export type ConnectionCheckView = z.infer<typeof connectionCheckSchema>;

const text = z.string(rule("not_text")).max(400, rule("secret_too_long"));

/** The integration of demo or production. Credentials are write-only. */
export const connectIntegrationInput = z
  .strictObject({
    baseUrl: text,
    partnerId: text,
    applicationId: text,
    clientId: text,
    clientSecret: text,
  })
  .register(schemaNames, { id: "Integration" });

export const addMerchantInput = z
  .strictObject({
    slug: text,
    name: text,
    clientId: text,
    clientSecret: text,
    sid: text.optional(),
    group: text.optional(),
  })
  .register(schemaNames, { id: "NewMerchant" });

/** Enough for 10,000 lines, each with a certificate. */
export const importCharactersMax = 24_000_000;
export const importMerchantsInput = z
  .strictObject({
    csv: z.string(rule("file_text_missing")).max(importCharactersMax, rule("file_too_large")),
    dryRun: z.boolean(rule("not_boolean")),
  })
  .register(schemaNames, { id: "MerchantImport" });

/** The warnings in English, and what each of them says. */
const warningShape = { warnings: z.array(z.string()), warningDetails: z.array(fieldProblemSchema) };

export const savedSchema = z
  .object({ outcome: z.enum(["added", "changed", "unchanged"]), ...warningShape })
  .register(schemaNames, { id: "ConnectionSaved" });

/** The result of each line, also in a dry run. Nothing is stored if any line is refused. */
export const importResultSchema = z
  .object({
    stored: z.boolean(),
    lines: z.array(
      z.object({
        line: z.int(),
        slug: z.string(),
        outcome: z.enum(["added", "changed", "unchanged", "refused"]),
        problems: z.array(fieldProblemSchema),
        ...warningShape,
      }),
    ),
  })
  .register(schemaNames, { id: "ImportResult" });
export type ImportResult = z.infer<typeof importResultSchema>;

/** One line of a streamed import. Nothing is committed before the end. */
export const importStepSchema = z.discriminatedUnion("step", [
  z.object({ step: z.literal("saved"), done: z.int(), total: z.int() }),
  z.object({ step: z.literal("end"), result: importResultSchema }),
]);
export type ImportStep = z.infer<typeof importStepSchema>;

/** The connections of an environment; makes no gateway call. */
export const connectionsSchema = z
  .object({
    integration: z
      .object({
        baseUrl: z.string(),
        partnerId: z.string(),
        applicationId: z.string(),
        credentialFingerprint: z.string(),
        credentialSetAt: instantSchema,
        credentialSetBy: z.string(),
        token: identitySchema,
      })
      .nullable(),
    portalUrl: z.string().nullable(),
    /** The base addresses that this environment may have. */
    baseUrls: z.array(z.string()),
    /** A page of them; `nextCursor` leads to the next. */
    merchants: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        status: merchantStatusSchema,
        credentialFingerprint: z.string(),
        credentialSetAt: instantSchema,
        credentialSetBy: z.string(),
        session: identitySchema,
      }),
    ),
    nextCursor: z.string().nullable(),
    /** The number of merchants, and the state of their ledgers. */
    sync: syncSummarySchema,
    /** Merchants without a notification URL: those that may get one, and those whose store's SID is not known. */
    withoutEndpoint: z.object({ ready: z.int(), withoutSid: z.int() }),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "Connections" });
export type Connections = z.infer<typeof connectionsSchema>;

const saved = { 200: { description: "Stored, or was so already.", schema: savedSchema } } as const;

const act = { 200: { description: "How it ended, and how the sign-in stands now.", schema: guardActionSchema } } as const;

export const connectionOperations = defineOperations("Merchants", {
  listConnections: {
    method: "get",
    path: `${environmentPath}/connection`,
    summary: "How the environment and its merchants are connected; makes no gateway call",
    role: "admin",
    forLimitedAdmins: "narrowed",
    query: listMerchantsInput,
    answers: { 200: { description: "The integration, and a page of the merchants.", schema: connectionsSchema } },
  },
  connectIntegration: {
    method: "post",
    path: `${environmentPath}/connection`,
    summary: "Connect the environment's integration; makes no gateway call",
    role: "admin",
    body: connectIntegrationInput,
    example: { baseUrl: "https://a.example", partnerId: "p", applicationId: "a", clientId: "c", clientSecret: "s" },
    answers: saved,
    errors: ["proof_required"],
  },
  addMerchant: {
    method: "post",
    path: `${environmentPath}/merchants`,
    summary: "Add a merchant, or change the one with this slug; makes no gateway call",
    role: "admin",
    body: addMerchantInput,
    example: { slug: "new-one", name: "New one", clientId: "cli_a", clientSecret: "sec_a" },
    answers: saved,
    errors: ["proof_required", "not_connected", "conflict"],
  },
  importMerchants: {
    method: "post",
    path: `${environmentPath}/merchants/import`,
    summary: "Merchants from a CSV file, all or none; a dry run tells what each line would do",
    role: "admin",
    body: importMerchantsInput,
    example: { csv: "slug,name,clientId,clientSecret", dryRun: true },
    bodyBytesMax: largestBodyBytes,
    answers: { 200: { description: "Line by line.", schema: importResultSchema } },
    errors: ["proof_required", "not_connected", "conflict"],
  },
  importMerchantsInSteps: {
    method: "post",
    path: `${environmentPath}/merchants/import/steps`,
    summary: "The same as it goes: how many of the lines are written, then the result",
    role: "admin",
    body: importMerchantsInput,
    example: { csv: "slug,name,clientId,clientSecret", dryRun: true },
    bodyBytesMax: largestBodyBytes,
    answers: {
      200: {
        description: "A line of JSON for each step: saved, end. Without the last nothing was stored.",
        contentType: "application/x-ndjson",
      },
    },
    errors: ["proof_required", "not_connected", "conflict"],
  },
  tryOnceMore: {
    method: "post",
    path: `${merchantPath}/connection/try-once-more`,
    summary:
      "A person's one try at a refused sign-in; a third failure in a row is never sent. The token's is for administrators of all merchants",
    role: "admin",
    body: tryOnceMoreInput,
    example: { half: "session", name: "corner-cafe" },
    answers: act,
    errors: ["proof_required", "not_connected", "merchant_archived"],
  },
  confirmCounterWasReset: {
    method: "post",
    path: `${merchantPath}/connection/counter-was-reset`,
    summary: "The gateway confirmed that its counter was reset; sends nothing. For administrators of all merchants",
    role: "admin",
    body: counterWasResetInput,
    example: { half: "session", name: "corner-cafe", confirmed: true },
    answers: act,
    errors: ["proof_required", "not_connected"],
  },
  checkIntegration: {
    method: "post",
    path: `${environmentPath}/connection/check`,
    summary: "Resolves, TLS and the integration's token, step by step",
    role: "admin",
    answers: { 200: { description: "Each step with its time and result.", schema: connectionCheckSchema } },
    errors: ["not_connected"],
  },
  checkConnection: {
    method: "post",
    path: `${merchantPath}/connection/check`,
    summary: "Resolves, TLS, token, session and one list call, step by step",
    role: "support",
    answers: { 200: { description: "Each step with its time and result.", schema: connectionCheckSchema } },
    errors: ["not_connected", "merchant_archived"],
  },
});
