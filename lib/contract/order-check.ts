import { z } from "zod";
import { amountMinorMax } from "#lib/core/parse-amount-input.ts";
import { ordersMax, verdicts } from "#lib/core/shop-orders/verdicts.ts";
import { currencySchema, instantSchema, minorSchema, problemSchema } from "./common.ts";
import { defineOperations, gatewayErrors, largestBodyBytes, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** The size of that many orders as JSON; every other body is at most 1 MiB. */
const orderListBytesMax = 16 * 1_048_576;
const orderIdSchema = z.string(rule("order_id_form")).trim().min(1, rule("order_id_form")).max(255, rule("order_id_form"));

/** An order as the shop has it; the day is in the shop's own zone. */
const shopOrderSchema = z.strictObject({
  orderId: orderIdSchema,
  amountMinor: z.int(rule("amount_minor_form")).min(1, rule("amount_minor_form")).max(amountMinorMax, rule("amount_minor_form")),
  currency: currencySchema,
  day: z.iso.date(rule("day_form")).refine((day) => day >= "2010-01-01" && day < "2100-01-01", rule("order_day_outside")),
});
export type ShopOrder = z.infer<typeof shopOrderSchema>;

export const checkOrdersInput = z
  .strictObject({
    orders: z
      .array(shopOrderSchema, rule("orders_missing"))
      .min(1, rule("orders_missing"))
      .max(ordersMax, rule("orders_too_many"))
      .refine((orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length, rule("order_repeated")),
  })
  .register(schemaNames, { id: "OrdersToCheck" });

/** Why an order could not be checked: what is missing proves nothing. */
export const notCheckedReasons = [
  "contested",
  "unanswered",
  "ledger_unread",
  "day_running",
  "ledger_deleted",
  "unlinked",
  "gateway_confirmed",
  "sale_without_order",
  "other_booking",
  "similar_number",
  "other_time",
  "other_sale",
  "notification_awaited",
  "notifications_unknown",
] as const;

const verdictSchema = z.enum(verdicts);

/** An order for which not all three simply say the same; `index` is its position in the request. */
export const checkedOrderSchema = z
  .object({
    index: z.int(),
    verdict: verdictSchema,
    reason: z.enum(notCheckedReasons).nullable(),
    /** The first verified notification of the payment, and how many there are. */
    notification: z.object({ id: z.string(), amountMinor: minorSchema.nullable(), currency: z.string().nullable() }).nullable(),
    notifications: z.int(),
    /** The sale in the ledger. */
    transaction: z
      .object({
        id: z.string(),
        reference: z.string().nullable(),
        amountMinor: minorSchema.nullable(),
        amountText: z.string(),
        currency: z.string(),
      })
      .nullable(),
    /** What the ledger or our own payments show as given back; null where nothing, or where the amount is not known. */
    returnedMinor: minorSchema.nullable(),
  })
  .register(schemaNames, { id: "CheckedOrder" });
export type CheckedOrder = z.infer<typeof checkedOrderSchema>;

export const verdictTotalSchema = z.object({
  verdict: verdictSchema,
  count: z.int(),
  /** Of the shop's amounts. */
  sums: z.array(z.object({ currency: z.string(), amountMinor: minorSchema })),
});
export type VerdictTotal = z.infer<typeof verdictTotalSchema>;

/** The steps of a check: the ledger of the days is read, then the orders are compared in chunks. */
export const orderCheckStepSchema = z.discriminatedUnion("step", [
  z.object({ step: z.literal("reading"), from: z.iso.date(), to: z.iso.date() }),
  /** `problem`: why the ledger of these days is not complete. */
  z.object({ step: z.literal("ledger"), asOf: instantSchema.nullable(), problem: problemSchema.nullable() }),
  /** `equal`: positions of orders for which shop, notification and ledger say the same. */
  z.object({ step: z.literal("checked"), done: z.int(), rows: z.array(checkedOrderSchema), equal: z.array(z.int()) }),
  z.object({ step: z.literal("end"), totals: z.array(verdictTotalSchema) }),
]);
export type OrderCheckStep = z.infer<typeof orderCheckStepSchema>;

const shownSchema = z.strictObject({
  amountMinor: minorSchema.nullable(),
  /** The text shown without a known amount in minor units. */
  amountText: z.string().max(100).optional(),
  currency: z.string().max(3),
});

/** A row exactly as shown, since a new check could differ. */
const shownOrderSchema = z.strictObject({
  orderId: orderIdSchema,
  day: z.iso.date(),
  verdict: verdictSchema,
  reason: z.enum(notCheckedReasons).nullable(),
  shop: shownSchema,
  notification: shownSchema.nullable(),
  notifications: z.int().min(0),
  ledger: shownSchema.nullable(),
  reference: z.string().max(255).nullable(),
  returnedMinor: minorSchema.nullable(),
});
export type ShownOrder = z.infer<typeof shownOrderSchema>;

export const exportOrderCheckInput = z
  .strictObject({
    format: z.enum(["csv", "xlsx"], "format is csv or xlsx."),
    rows: z.array(shownOrderSchema).min(1, rule("export_empty")).max(ordersMax),
  })
  .register(schemaNames, { id: "OrderCheckToExport" });

const exampleMoney = { amountMinor: 1240, currency: "EUR" };

export const orderCheckOperations = defineOperations("Transactions", {
  checkOrders: {
    isList: true,
    method: "post",
    path: `${merchantPath}/reconciliations`,
    summary: "Compare a shop's orders with the verified notifications and the ledger; nothing of them is stored",
    role: "viewer",
    body: checkOrdersInput,
    example: { orders: [{ orderId: "ORD-1", amountMinor: 1240, currency: "EUR", day: "2026-03-04" }] },
    bodyBytesMax: orderListBytesMax,
    answers: {
      200: {
        description: "A line of JSON for each step: reading, ledger, checked, end. Without the last the check broke off.",
        contentType: "application/x-ndjson",
      },
    },
    errors: gatewayErrors,
  },
  exportOrderCheck: {
    isList: true,
    method: "post",
    path: `${merchantPath}/reconciliations/export`,
    summary: "Checked orders as they are shown, as CSV or XLSX; audited",
    role: "support",
    body: exportOrderCheckInput,
    example: {
      format: "csv",
      rows: [
        {
          ...{ orderId: "ORD-1", day: "2026-03-04", verdict: "not_notified", reason: null, shop: exampleMoney },
          ...{ notification: null, notifications: 0, ledger: exampleMoney, reference: "REF-1", returnedMinor: null },
        },
      ],
    },
    bodyBytesMax: largestBodyBytes,
    answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
  },
});
