import { z } from "zod";
import { instantSchema, problemSchema } from "./common.ts";

/** ready: works · refused: the gateway refused its credentials · waiting: an attempt is under way or must wait · unproven: never tried. */
export const merchantStatusSchema = z.enum(["ready", "refused", "waiting", "unproven"]);

/**
 * The worst of connection, notifications and ledger sync. no_certificate: an endpoint accepts no certificate, so what it
 * receives is answered 503 and given back · sync_failed: the last ledger sync failed.
 */
export const merchantStateSchema = z.enum(["refused", "no_certificate", "sync_failed", "waiting", "unproven", "ready"]);
export type MerchantState = z.infer<typeof merchantStateSchema>;

export const merchantSchema = z.object({
  slug: z.string(),
  name: z.string(),
  sid: z.string().nullable(),
  /** Of the connection alone. */
  status: merchantStatusSchema,
  state: merchantStateSchema,
  /** Failed sign-in attempts in a row at the gateway that this desk counts, of the 2 it allows itself. */
  attemptsUsed: z.int(),
  lastReadAt: instantSchema.nullable(),
});
export const merchantsSchema = z.array(merchantSchema);
export type Merchant = z.infer<typeof merchantSchema>;

export const identitySchema = z.object({
  state: z.enum(["fresh", "expired", "none", "refused", "waiting"]),
  attemptsUsed: z.int(),
  attemptsMax: z.int(),
  /** A person's next try would follow two failures in a row over the integration: the one exception to "never a third". */
  isException: z.boolean(),
  expiresAt: instantSchema.nullable(),
  lastSuccessAt: instantSchema.nullable(),
  lastError: z.string().nullable(),
  scopes: z.array(z.string()),
});

export const terminalSchema = z.object({ terminalId: z.string(), name: z.string().nullable(), currency: z.string().nullable() });
export type Terminal = z.infer<typeof terminalSchema>;

/** GET /api/{env}/{merchant}/connection: the identity of both steps as the desk knows it; makes no gateway call. */
export const connectionSchema = z.object({
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
});
export type Connection = z.infer<typeof connectionSchema>;

/** GET /api/{env}/{merchant}/terminals: what the form of a new payment offers. */
export const terminalsSchema = z.object({
  items: z.array(terminalSchema),
  /** False: the gateway shows no terminal, so `items` is empty and a terminal id is typed. `problem` says why. */
  listed: z.boolean(),
  problem: problemSchema.nullable(),
  /** Terminals that took this merchant's latest payments, newest first. */
  usedBefore: z.array(z.string()),
  /** Of the merchant's accounts; empty when the gateway lists none. */
  currencies: z.array(z.string()),
  asOf: instantSchema,
});
export type Terminals = z.infer<typeof terminalsSchema>;
