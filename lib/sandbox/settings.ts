import { z } from "zod";

const offsetMinutes = z
  .int()
  .min(-12 * 60)
  .max(14 * 60);

/** How this sandbox behaves where gateways may differ; the control endpoint may change it while it runs. */
export const sandboxSettingsSchema = z.strictObject({
  pageSizeMax: z.int().min(1).max(10_000),
  pageSizeDefault: z.int().min(1).max(10_000),
  /** Query name of the page size. Any other name for it is ignored, or refused with `strictQuery`. */
  pageSizeName: z.string().min(1).max(40),
  /** Whether a size larger than the most answers 400 instead of being cut to it. */
  refuseLargeSize: z.boolean(),
  sessionSeconds: z.int().min(1),
  tokenSeconds: z.int().min(1),
  /** Whether the list of transactions demands account_number; and from_date with to_date. */
  requireAccount: z.boolean(),
  requireDates: z.boolean(),
  /** Whether a query name the endpoint does not know answers 400 instead of being ignored. */
  strictQuery: z.boolean(),
  /** Whether a body's content type must carry the parameter x-api-version=1; 415 without. */
  demandApiVersion: z.boolean(),
  /** Whether every object in every response has undocumented members. */
  unknownMembers: z.boolean(),
  /** Whether the ledger lists new online sales under references that are not in their notifications. */
  unlinkedSales: z.boolean(),
  /** Whether transaction_amount of a Debit is negative. */
  negativeDebits: z.boolean(),
  multipleMax: z.int().min(1).max(1_000),
  /** How /multiple handles too many references: 400, or silently returns only the first ones. */
  overMultipleMax: z.enum(["refused", "cut"]),
  /** What a to_date without a time is: the end of its day, or the first instant of it. */
  toDate: z.enum(["end_of_day", "midnight"]),
  /** Whether from_date and to_date must carry a time; a day alone then answers 422. */
  demandTimes: z.boolean(),
  /** Whether a from_date or to_date after today answers 400. */
  refuseFutureDates: z.boolean(),
  /** Whether lists say how many pages and rows there are. */
  pagingFacts: z.boolean(),
  /** Whether every page of a list is its first. */
  ignorePage: z.boolean(),
  /** The name of the list in an answer of the ledger. */
  listName: z.string().min(1).max(40),
  /** How /multiple handles an unknown reference: returns the others, or 404. */
  unknownInMultiple: z.enum(["absent", "not_found"]),
  /** How /multiple writes the references that it was asked for. */
  referencesInMultiple: z.enum(["as_asked", "lower_case", "none"]),
  /** A detail is a list of labels and values, or one record of members. */
  detailShape: z.enum(["labelled", "members"]),
  /** The response for an unknown reference: 404, or 400. */
  unknownReference: z.enum(["not_found", "bad_request"]),
  /** Whether these answer 403: the list of accounts, everything about terminals, every ePOS call. */
  refuseAccounts: z.boolean(),
  refuseTerminals: z.boolean(),
  refusePayments: z.boolean(),
  /** How far from UTC the times without a zone are: of the ledger's rows with from_date and to_date, and of payments. */
  dateOffsetMinutes: offsetMinutes,
  paymentOffsetMinutes: offsetMinutes,
  /** How long after it was booked a row is first listed. */
  listingDelayMs: z.int().min(0).max(3_600_000),
  scopes: z.array(z.string()),
  /** How long a payment stays InProgress: from, and at most this much more. */
  settleMinMs: z.int().min(0),
  settleSpreadMs: z.int().min(0),
  /** The delay of this gateway's lists that clients must assume: two checks that far apart confirm an absence. */
  listingLagMs: z.int().min(0),
  /** Merchants whose credentials and sessions are refused, besides the always refused one. */
  refusedMerchants: z.array(z.string()),
  /** Delay of every response. */
  latencyMs: z.int().min(0).max(60_000),
  /** Longest wait for the merchant's answer to a notification. */
  notifyTimeoutMs: z.int().min(1),
  /** Shortest pause between two automatic payments, and the largest addition to it. */
  liveMinMs: z.int().min(10),
  liveSpreadMs: z.int().min(0),
});

export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>;

export const defaultSandboxSettings: SandboxSettings = {
  pageSizeMax: 100,
  pageSizeDefault: 20,
  pageSizeName: "size",
  refuseLargeSize: false,
  sessionSeconds: 360,
  tokenSeconds: 3_600,
  requireAccount: false,
  requireDates: false,
  strictQuery: false,
  demandApiVersion: true,
  unknownMembers: false,
  unlinkedSales: false,
  negativeDebits: true,
  multipleMax: 50,
  overMultipleMax: "refused",
  toDate: "end_of_day",
  demandTimes: false,
  refuseFutureDates: false,
  pagingFacts: true,
  ignorePage: false,
  listName: "items",
  unknownInMultiple: "absent",
  referencesInMultiple: "as_asked",
  detailShape: "labelled",
  unknownReference: "not_found",
  refuseAccounts: false,
  refuseTerminals: false,
  refusePayments: false,
  dateOffsetMinutes: 0,
  paymentOffsetMinutes: 0,
  listingDelayMs: 0,
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
};

/** Ways to read what the gateway's documents leave open, each as the settings that play it; docs/commands.md says what each is. */
export const sandboxReadings = {
  "to-date-is-midnight": { toDate: "midnight" },
  "date-times-only": { demandTimes: true, toDate: "midnight" },
  "no-future-dates": { refuseFutureDates: true },
  "page-size-cap": { pageSizeMax: 20, pagingFacts: false },
  "page-ignored": { ignorePage: true, pagingFacts: false },
  "page-ignored-with-totals": { ignorePage: true },
  "multiple-404": { unknownInMultiple: "not_found" },
  "multiple-lower-case": { referencesInMultiple: "lower_case" },
  "multiple-unnamed": { referencesInMultiple: "none" },
  "multiple-of-20": { multipleMax: 20 },
  "multiple-cut": { multipleMax: 5, overMultipleMax: "cut" },
  "other-names": { listName: "records", detailShape: "members" },
  "accounts-refused": { refuseAccounts: true },
  "terminals-refused": { refuseTerminals: true },
  "payments-refused": { refusePayments: true },
  "size-is-page_size": { pageSizeName: "page_size" },
  "size-is-limit": { pageSizeName: "limit" },
  "large-size-refused": { pageSizeMax: 50, refuseLargeSize: true },
  "account-demanded": { requireAccount: true },
  "dates-demanded": { requireDates: true },
  "unknown-parameters-refused": { strictQuery: true },
  "sales-unlinked": { unlinkedSales: true },
  "no-minus-on-debits": { negativeDebits: false },
  "unknown-reference-400": { unknownReference: "bad_request" },
  "dates-in-utc-plus-2": { dateOffsetMinutes: 2 * 60 },
  "dates-in-utc-minus-5": { dateOffsetMinutes: -5 * 60 },
  "dates-in-utc-plus-14": { dateOffsetMinutes: 14 * 60 },
  "payments-in-utc-plus-3": { paymentOffsetMinutes: 3 * 60 },
  "listed-after-2-s": { listingDelayMs: 2_000 },
} as const satisfies Record<string, Partial<SandboxSettings>>;
