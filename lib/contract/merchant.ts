import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, pageSchema, problemSchema, reasonSchema } from "./common.ts";
import { groupMax, merchantFilters, merchantOrders } from "./merchant-marks.ts";
import { defineOperations, environmentPath, gatewayErrors, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** ready: works · refused: the gateway refused its credentials · waiting: an attempt is in progress or must wait · unproven: never tried. */
export const merchantStatusSchema = z.enum(["ready", "refused", "waiting", "unproven"]);

/**
 * The worst of connection, notifications and ledger sync. no_certificate: an endpoint accepts no certificate, so what it
 * receives gets 503 and is reversed · sync_failed: the last ledger sync failed. · archived: none of them counts.
 */
export const merchantStateSchema = z.enum([
  "refused",
  "no_certificate",
  "sync_failed",
  "waiting",
  "unproven",
  "ready",
  "archived",
]);
export type MerchantState = z.infer<typeof merchantStateSchema>;

export const merchantSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    sid: z.string().nullable(),
    /** A chain, a region, an account manager; null: none. */
    group: z.string().nullable(),
    /** Of the connection alone. */
    status: merchantStatusSchema,
    state: merchantStateSchema,
    /** Consecutive failed sign-in attempts at the gateway, of the 2 that we allow. */
    attemptsUsed: z.int(),
    lastReadAt: instantSchema.nullable(),
    /** Since when its gateway is asked nothing; null: it is not archived. */
    archivedAt: instantSchema.nullable(),
  })
  .register(schemaNames, { id: "Merchant" });
export const merchantsSchema = z.array(merchantSchema).register(schemaNames, { id: "Merchants" });
export const merchantPageSchema = pageSchema(merchantSchema).register(schemaNames, { id: "MerchantPage" });
/** GET /api/{env}/merchants: the bare array without parameters, with any a page. */
export const merchantListSchema = z.union([merchantsSchema, merchantPageSchema]).register(schemaNames, { id: "MerchantList" });
export type Merchant = z.infer<typeof merchantSchema>;

/** Whether a merchant is archived after the change. */
export const merchantArchiveSchema = z
  .object({ merchant: z.string(), archivedAt: instantSchema.nullable() })
  .register(schemaNames, { id: "MerchantArchive" });
export type MerchantArchive = z.infer<typeof merchantArchiveSchema>;

const slugsMax = 100;

export const listMerchantsInput = z.object({
  limit: limitSchema,
  cursor: cursorSchema,
  /** Beginnings of the slug or of words of the name, in any case and without accents. */
  q: z
    .string()
    .max(100, rule("too_many_characters", { count: 100 }))
    .optional(),
  status: z.enum(merchantFilters, rule("status_unknown", { values: merchantFilters.join(", ") })).optional(),
  /** Only those of this group, in capital or small letters; `-` for those without one. */
  group: z
    .string()
    .max(groupMax, rule("too_many_characters", { count: groupMax }))
    .optional(),
  /** Only those that this alert of many is about. */
  alert: z.uuid(rule("alert_id_form")).optional(),
  /** Only these, separated by commas. */
  slug: z
    .string()
    .max(50 * slugsMax, rule("slugs_too_many", { count: slugsMax }))
    .transform((text) => text.split(","))
    .pipe(z.array(z.string()).max(slugsMax, rule("slugs_too_many", { count: slugsMax })))
    .optional(),
  order: z.enum(merchantOrders, rule("merchant_order_unknown")).default("slug"),
});

export const merchantFiguresInput = z.object({
  /** At most 100, separated by commas. */
  slug: listMerchantsInput.shape.slug.unwrap(),
});

/** What a merchant took and what it was notified of, in the last seven days and the seven before. */
export const merchantFiguresSchema = z
  .object({
    slug: z.string(),
    /** Sums of money in; the most used currency first. */
    money: z.array(z.object({ currency: z.string(), amountMinor: z.int(), amountBeforeMinor: z.int() })),
    notifications: z.object({ received: z.int(), valid: z.int() }),
    /** Of the newest 200 online sales of these days, those without a notification; null without a URL_Notify. */
    missing: z.int().nullable(),
  })
  .register(schemaNames, { id: "MerchantFigures" });
export type MerchantFigures = z.infer<typeof merchantFiguresSchema>;

export const merchantFiguresListSchema = z
  .object({ items: z.array(merchantFiguresSchema), from: z.string(), to: z.string(), asOf: instantSchema })
  .register(schemaNames, { id: "MerchantFiguresList" });

export const stopSchema = z.object({
  scope: z.enum(["pair", "integration"]),
  cause: z.enum(["refused", "unknown", "calls", "restored", "address"]),
  at: instantSchema,
  release: z.enum(["own_try", "proven_try", "reset"]),
});

export const identitySchema = z
  .object({
    state: z.enum(["fresh", "expired", "none", "refused", "waiting"]),
    attemptsUsed: z.int(),
    attemptsMax: z.int(),
    /** A sign-in with the credentials that are stored now has worked. */
    isProven: z.boolean(),
    /** The next manual attempt would follow two consecutive failures of the integration: the one exception to "never a third". */
    isException: z.boolean(),
    expiresAt: instantSchema.nullable(),
    lastSuccessAt: instantSchema.nullable(),
    lastError: z.string().nullable(),
    lastErrorDetails: reasonSchema.optional(),
    /** Why automatic attempts are stopped, since when, and what permits them again; null: not stopped. */
    stop: stopSchema.nullable(),
    scopes: z.array(z.string()),
  })
  .register(schemaNames, { id: "Identity" });

export const terminalSchema = z
  .object({ terminalId: z.string(), name: z.string().nullable(), currency: z.string().nullable() })
  .register(schemaNames, { id: "Terminal" });
export type Terminal = z.infer<typeof terminalSchema>;

/** GET /api/{env}/{merchant}/connection: the stored state of both sign-in steps; makes no gateway call. */
export const connectionSchema = z
  .object({
    merchant: z.string(),
    name: z.string(),
    baseUrl: z.string(),
    portalUrl: z.string().nullable(),
    zone: z.string(),
    credentialFingerprint: z.string(),
    credentialSetAt: instantSchema,
    credentialSetBy: z.string(),
    token: identitySchema,
    session: identitySchema,
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "Connection" });
export type Connection = z.infer<typeof connectionSchema>;

/** GET /api/{env}/{merchant}/terminals: the choices for a new payment. */
export const terminalsSchema = z
  .object({
    items: z.array(terminalSchema),
    /** False: the gateway shows no terminal, so `items` is empty and a terminal id is typed. `problem` says why. */
    listed: z.boolean(),
    problem: problemSchema.nullable(),
    /** Terminals of this merchant's latest payments, newest first. */
    usedBefore: z.array(z.string()),
    /** Of the merchant's accounts; empty when the gateway lists none. */
    currencies: z.array(z.string()),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "Terminals" });
export type Terminals = z.infer<typeof terminalsSchema>;

export const merchantOperations = defineOperations("Merchants", {
  listMerchants: {
    method: "get",
    path: `${environmentPath}/merchants`,
    summary: "The merchants you may see, without credentials",
    role: "viewer",
    query: listMerchantsInput,
    answers: {
      200: {
        description:
          "Without parameters the bare array of the first 500 by slug, with X-Total-Count and, where there are more, Link; with any a page. Empty when the environment is not connected.",
        schema: merchantListSchema,
      },
    },
  },
  listMerchantFigures: {
    method: "get",
    path: `${environmentPath}/merchants/figures`,
    summary: "Money in and notifications of these merchants in the last seven days, beside the seven before",
    role: "viewer",
    query: merchantFiguresInput,
    answers: { 200: { description: "Those of the merchants that you may see.", schema: merchantFiguresListSchema } },
  },
  getConnection: {
    method: "get",
    path: `${merchantPath}/connection`,
    summary: "How a merchant's gateway is reached and how both sign-in steps stand; makes no gateway call",
    role: "viewer",
    answers: { 200: { description: "The connection.", schema: connectionSchema } },
    errors: ["not_connected"],
  },
  archiveMerchant: {
    method: "post",
    path: `${merchantPath}/archive`,
    summary: "Archive a merchant: its gateway is asked nothing, its history and its notification URL stay",
    role: "admin",
    answers: { 200: { description: "Archived now, or already.", schema: merchantArchiveSchema } },
  },
  restoreMerchant: {
    method: "post",
    path: `${merchantPath}/restore`,
    summary: "Restore an archived merchant: it is synced from where it stopped",
    role: "admin",
    answers: { 200: { description: "No longer archived.", schema: merchantArchiveSchema } },
  },
  listTerminals: {
    method: "get",
    path: `${merchantPath}/terminals`,
    summary: "The terminals a payment may be made at; where the gateway lists none, why, so that an id is typed",
    role: "viewer",
    answers: { 200: { description: "All terminals, or why none is listed.", schema: terminalsSchema } },
    errors: gatewayErrors,
  },
});
