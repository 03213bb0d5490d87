import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, minorSchema, pageSchema } from "./common.ts";
import { filterShape } from "./filter-schema.ts";
import { rangeFilters } from "./filters.ts";
import { forwardStates } from "./forward-states.ts";

const modes = ["desk_answers", "shop_answers"] as const;

/** Where valid notifications are passed on to, and who decides what the gateway hears. */
export const forwardingInput = z.discriminatedUnion(
  "mode",
  [
    z.strictObject({ mode: z.literal("off") }),
    z.strictObject({
      mode: z.enum(modes),
      url: z.string({ error: "Give the shop's address." }).trim().min(1, "Give the shop's address."),
    }),
  ],
  { error: "The mode is off, desk_answers or shop_answers." },
);
export type ForwardingInput = z.infer<typeof forwardingInput>;

/** One try. `problem` is null exactly when the shop answered 200 and OK; its answer's beginning is for support and admin. */
export const shopTrySchema = z.object({
  at: instantSchema,
  status: z.int().nullable(),
  ms: z.number(),
  problem: z.string().nullable(),
  answer: z.string().nullable(),
});

export const forwardSchema = z.object({
  /** The notification's id. */
  id: z.string(),
  receivedAt: instantSchema,
  method: z.string().nullable(),
  orderId: z.string().nullable(),
  trnref: z.string().nullable(),
  amountMinor: minorSchema.nullable(),
  currency: z.string().nullable(),
  /** `refused`: the shop did not take it and the gateway was told; `dead`: given up after three days. */
  state: z.enum(forwardStates),
  attempts: z.int(),
  /** When it is tried next; null once settled. */
  dueAt: instantSchema.nullable(),
  settledAt: instantSchema.nullable(),
  /** The last twenty, newest first. */
  tries: z.array(shopTrySchema),
});
export type Forward = z.infer<typeof forwardSchema>;

export const forwardingSchema = z.object({
  mode: z.enum(["off", ...modes]),
  url: z.string().nullable(),
  pending: z.int(),
  refused: z.int(),
  dead: z.int(),
  lastTry: shopTrySchema.nullable(),
});
export type Forwarding = z.infer<typeof forwardingSchema>;

const forwardFilter = {
  state: z.enum(forwardStates).optional(),
  orderId: z.string().trim().min(1).max(255).optional(),
  ...filterShape(rangeFilters),
};

const notificationId = z.uuid("This is not the id of a notification.");

export const listForwardsInput = z.object({
  ...forwardFilter,
  /** Only this one. */
  notification: notificationId.optional(),
  limit: limitSchema,
  cursor: cursorSchema,
});
export const forwardPageSchema = pageSchema(forwardSchema);

/**
 * What is to be sent again: those named, or all that match. Without `expectedCount` nothing is sent and the count is
 * answered; with it, only if it is still that count.
 */
export const replayForwardsInput = z.strictObject({
  ids: z.array(notificationId).min(1).max(500).optional(),
  ...forwardFilter,
  expectedCount: z.int().min(1).optional(),
});
export type ReplayForwards = z.infer<typeof replayForwardsInput>;

export const replayedSchema = z.object({
  /** All that is sent again: what was asked for and what followed it. */
  count: z.int(),
  /** Later messages of the same orders, sent again behind them so that the shop ends where the gateway is. */
  followers: z.int(),
  isSent: z.boolean(),
});
