import { z } from "zod";

/** How this sandbox behaves where gateways may differ; the control endpoint may change it while it runs. */
export const sandboxSettingsSchema = z.strictObject({
  pageSizeMax: z.int().min(1).max(10_000),
  pageSizeDefault: z.int().min(1).max(10_000),
  /** Query name of the page size. Any other name for it is ignored, or refused with `strictQuery`. */
  pageSizeName: z.string().min(1).max(40),
  sessionSeconds: z.int().min(1),
  tokenSeconds: z.int().min(1),
  /** Whether the list of transactions demands account_number; and from_date with to_date. */
  requireAccount: z.boolean(),
  requireDates: z.boolean(),
  /** Whether a query name the endpoint does not know answers 400 instead of being ignored. */
  strictQuery: z.boolean(),
  /** Whether every object in every answer carries members nobody documented. */
  unknownMembers: z.boolean(),
  /** Whether transaction_amount of a Debit is negative. */
  negativeDebits: z.boolean(),
  multipleMax: z.int().min(1).max(1_000),
  scopes: z.array(z.string()),
  /** How long a payment stays InProgress: from, and at most this much more. */
  settleMinMs: z.int().min(0),
  settleSpreadMs: z.int().min(0),
  /** How late this gateway's lists may be, as its clients have to take it: two looks that far apart prove an absence. */
  listingLagMs: z.int().min(0),
  /** Merchants whose credentials are refused and whose sessions hold no longer, besides the one that always is. */
  refusedMerchants: z.array(z.string()),
  /** Added to every answer of every merchant. */
  latencyMs: z.int().min(0).max(60_000),
  /** Longest wait for the merchant's answer to a notification. */
  notifyTimeoutMs: z.int().min(1),
  /** Shortest pause between two payments that happen by themselves, and at most this much more. */
  liveMinMs: z.int().min(10),
  liveSpreadMs: z.int().min(0),
});

export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;

export const defaultSandboxSettings: SandboxSettings = {
  pageSizeMax: 100,
  pageSizeDefault: 20,
  pageSizeName: "size",
  sessionSeconds: 360,
  tokenSeconds: 3_600,
  requireAccount: false,
  requireDates: false,
  strictQuery: false,
  unknownMembers: false,
  negativeDebits: true,
  multipleMax: 50,
  scopes: ["accounting.read", "accounting.write", "banking.read", "banking.write"],
  settleMinMs: 2_000,
  settleSpreadMs: 1_500,
  listingLagMs: 120_000,
  refusedMerchants: [],
  latencyMs: 0,
  notifyTimeoutMs: 10_000,
  liveMinMs: 15_000,
  liveSpreadMs: 10_000,
};

/** The settings under which a careless client fails first: another size name, account and dates demanded, unknown members. */
export const strictSandboxSettings: Partial<SandboxSettings> = {
  pageSizeName: "page_size",
  requireAccount: true,
  requireDates: true,
  strictQuery: true,
  unknownMembers: true,
  sessionSeconds: 360,
};
