import { z } from "zod";
import { countDays } from "#lib/core/days.ts";
import { cardBrands, delayBounds, paidWithWords } from "#lib/core/payment-method.ts";
import { moneyKindNames } from "#lib/core/transaction-types.ts";
import { currencySchema as currencyCodeSchema, instantSchema, minorSchema } from "./common.ts";
import { filterShape } from "./filter-schema.ts";
import { groupFilters } from "./filters.ts";
import { merchantStateSchema } from "./merchant.ts";
import { verdicts } from "./notification-marks.ts";
import { defineOperations, environmentPath, merchantPath } from "./operation.ts";
import { paymentStatusSchema } from "./payment.ts";
import { schemaNames } from "./schema-names.ts";
import { syncSummarySchema } from "./sync-summary.ts";
import { rule } from "./texts.ts";

const daysMax = 366;
const daySchema = z.iso.date();

/** `group`: over all merchants, only of this one. Days of the environment's zone, both inclusive, compared with as many days right before; by default the last 30. */
export const overviewInput = z
  .object({
    from: z.iso.date(rule("from_day_form")),
    to: z.iso.date(rule("to_day_form")),
    ...filterShape(groupFilters),
  })
  .partial()
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ["to"],
    ...rule("from_and_to"),
  })
  .refine(({ from = "", to = from }) => from <= to, {
    path: ["to"],
    ...rule("days_reversed"),
  })
  .refine(({ from = "", to = from }) => from === "" || countDays({ from, to }) <= daysMax, {
    path: ["from"],
    ...rule("overview_too_long", { count: daysMax }),
  });

const moneySchema = z.object({ count: z.int(), creditMinor: minorSchema, debitMinor: minorSchema });
const kindSumSchema = z.object({ count: z.int(), amountMinor: minorSchema });
/** Sales, refunds, chargebacks, fees and payouts; money out is negative. */
const ofEachKind = <Schema extends z.ZodType>(schema: Schema) => z.record(z.enum(moneyKindNames), schema);

const currencySchema = z.object({
  currency: z.string(),
  now: moneySchema,
  before: moneySchema,
  /** Each day of the period and, `…Before`, the one at the same place of the period before. */
  days: z.array(
    moneySchema.extend({
      day: daySchema,
      kinds: ofEachKind(minorSchema),
      before: moneySchema.extend({ day: daySchema, salesMinor: minorSchema }),
    }),
  ),
  kinds: ofEachKind(z.object({ now: kindSumSchema, before: kindSumSchema })),
  types: z.array(
    z.object({
      type: z.string().nullable(),
      typeName: z.string(),
      sign: z.enum(["credit", "debit"]),
      count: z.int(),
      amountMinor: minorSchema,
      before: z.object({ count: z.int(), amountMinor: minorSchema }),
    }),
  ),
  /** Of genuine payment notifications: what was paid with. */
  paid: z.array(
    z.object({ paidWith: z.enum(paidWithWords), cardBrand: z.enum(cardBrands), count: z.int(), amountMinor: minorSchema }),
  ),
});

const verdictCountsSchema = z.record(z.enum(verdicts), z.int());

/** What may need a person, the most costly first. */
export const attentionKinds = [
  "no_certificate",
  "sign_in_failed",
  "genuine_refused",
  "payments_unknown",
  "not_verified",
  "never_notified",
  "rejected",
  "sync_failed",
  "profile_contradicted",
  "not_synced",
] as const;

/** `count`: of merchants, notifications, payments or alerts; the first few merchants are named where it is about merchants. */
const attentionSchema = z.object({
  kind: z.enum(attentionKinds),
  count: z.int(),
  merchants: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Of `not_synced`, where its merchants are not named: the filter of the list of merchants that has exactly these. */
  status: z.enum(["never_synced", "not_fully_synced"]).optional(),
});
export type Attention = z.infer<typeof attentionSchema>;

/** GET /api/{env}/overview and /api/{env}/{merchant}/overview: from synced and received data; makes no gateway call. */
export const overviewSchema = z
  .object({
    from: daySchema,
    to: daySchema,
    before: z.object({ from: daySchema, to: daySchema }),
    zone: z.string(),
    /** The last day is not over yet. */
    isRunning: z.boolean(),
    currencies: z.array(currencySchema),
    notifications: z.object({
      now: verdictCountsSchema,
      before: verdictCountsSchema,
      days: z.array(verdictCountsSchema.and(z.object({ day: daySchema }))),
    }),
    /** How long after its payment's own time in the ledger a notification came. */
    delays: z.record(z.enum(delayBounds), z.int()),
    /** Payments made here, without refunds. */
    payments: z.array(z.object({ status: paymentStatusSchema, count: z.int(), before: z.int() })),
    /** When the last of these days was read at the gateway, of the merchant read longest ago; null when none ever was. */
    asOf: instantSchema.nullable(),
    /** The first merchants whose ledger has not been read over all of these days: their sums cover synced rows only. */
    partial: z.array(z.string()),
    /** How many they are. */
    partialCount: z.int(),
    /** Over many merchants: how fresh what is stored of them is. */
    sync: syncSummarySchema.optional(),
    attention: z.array(attentionSchema),
  })
  .register(schemaNames, { id: "Overview" });
export type Overview = z.infer<typeof overviewSchema>;

export const rankOrders = ["sales", "fall", "rise"] as const;
export type RankOrder = (typeof rankOrders)[number];
const rankedMax = 50;

/** By sales in one currency; `fall` and `rise`: by the amount they fell or rose from the period before. */
export const rankedMerchantsInput = overviewInput.safeExtend({
  currency: currencyCodeSchema,
  order: z.enum(rankOrders, rule("rank_order_unknown", { values: rankOrders.join(", ") })).default("sales"),
  limit: z.coerce.number().int().min(1).max(rankedMax).default(10),
});

export const rankedMerchantsSchema = z
  .object({
    items: z.array(
      z.object({ merchant: z.string(), name: z.string(), state: merchantStateSchema, now: kindSumSchema, before: kindSumSchema }),
    ),
    /** How many merchants you may see. */
    total: z.int(),
  })
  .register(schemaNames, { id: "RankedMerchants" });
export type RankedMerchants = z.infer<typeof rankedMerchantsSchema>;

const overview = {
  method: "get",
  role: "viewer",
  query: overviewInput,
  answers: { 200: { description: "Of what is synced and received, beside as many days before.", schema: overviewSchema } },
} as const;

export const overviewOperations = defineOperations("Overview", {
  getOverviewOfAll: {
    ...overview,
    path: `${environmentPath}/overview`,
    summary: "What days came to, all merchants you may see",
  },
  getOverview: { ...overview, path: `${merchantPath}/overview`, summary: "What days came to, one merchant" },
  rankMerchants: {
    method: "get",
    path: `${environmentPath}/overview/merchants`,
    role: "viewer",
    summary: "The merchants you may see by their sales of days, beside as many days before",
    query: rankedMerchantsInput,
    answers: { 200: { description: "The first merchants of that order.", schema: rankedMerchantsSchema } },
  },
});
