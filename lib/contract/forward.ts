import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, minorSchema, pageSchema, reasonSchema } from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { rangeFilters } from "./filters.ts";
import { forwardStates } from "./forward-states.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const modes = ["desk_answers", "shop_shadow", "shop_answers"] as const;

/** Where valid notifications are forwarded to, and who decides the response to the gateway. */
export const forwardingInput = z
  .discriminatedUnion(
    "mode",
    [
      z.strictObject({ mode: z.literal("off") }),
      z.strictObject({
        mode: z.enum(modes),
        url: z.string(rule("forward_url_missing")).trim().min(1, rule("forward_url_missing")),
      }),
    ],
    rule("forward_mode_unknown"),
  )
  .register(schemaNames, { id: "ForwardingChange" });
export type ForwardingInput = z.infer<typeof forwardingInput>;

/** One attempt. `problem` is null exactly when the shop responded 200 and OK; the beginning of its response is for support and admin. */
export const shopTrySchema = z
  .object({
    at: instantSchema,
    status: z.int().nullable(),
    ms: z.number(),
    problem: z.string().nullable(),
    problemDetails: reasonSchema.optional(),
    answer: z.string().nullable(),
  })
  .register(schemaNames, { id: "ShopTry" });

export const forwardSchema = z
  .object({
    /** The notification's id. */
    id: z.string(),
    receivedAt: instantSchema,
    method: z.string().nullable(),
    orderId: z.string().nullable(),
    trnref: z.string().nullable(),
    amountMinor: minorSchema.nullable(),
    currency: z.string().nullable(),
    /**
     * `refused`: the shop did not accept it and the gateway received that; `dead`: given up after three days; `held`: played in
     * after a restore.
     */
    state: z.enum(forwardStates),
    attempts: z.int(),
    /** The time of the next attempt; null once final. */
    dueAt: instantSchema.nullable(),
    settledAt: instantSchema.nullable(),
    /** The first, the first that the shop accepted and the last nineteen, newest first. */
    tries: z.array(shopTrySchema),
  })
  .register(schemaNames, { id: "Forward" });
export type Forward = z.infer<typeof forwardSchema>;

export const forwardingSchema = z
  .object({
    mode: z.enum(["off", ...modes]),
    /** Null when it is off, and when the stored address cannot be read: it must be entered again. */
    url: z.string().nullable(),
    pending: z.int(),
    refused: z.int(),
    dead: z.int(),
    lastTry: shopTrySchema.nullable(),
    /**
     * In the mode `shop_shadow`: what the shop would have decided, of the newest 5,000 payments since that mode or the address was
     * set. Null in every other mode.
     */
    shadow: z.object({ since: instantSchema, asked: z.int(), wouldReverse: z.int() }).nullable(),
  })
  .register(schemaNames, { id: "Forwarding" });
export type Forwarding = z.infer<typeof forwardingSchema>;

const forwardFilter = {
  state: z.enum(forwardStates).optional(),
  orderId: z.string().trim().min(1).max(255).optional(),
  ...filterShape(rangeFilters),
};

const notificationId = z.uuid(rule("notification_id_form"));

export const listForwardsInput = inOrder(
  z.object({
    ...forwardFilter,
    /** Only this one. */
    notification: notificationId.optional(),
    /** Only payments that the shop would have had reversed, in the mode `shop_shadow`. */
    wouldReverse: z.literal("true").optional(),
    limit: limitSchema,
    cursor: cursorSchema,
  }),
);
export const forwardPageSchema = pageSchema(forwardSchema).register(schemaNames, { id: "ForwardPage" });

/**
 * Selects what is replayed: the given ids, or all that match. Without `expectedCount` nothing is sent and the count is
 * returned; with it, only if the count is unchanged.
 */
export const replayForwardsInput = inOrder(
  z.strictObject({
    ids: z.array(notificationId).min(1).max(500).optional(),
    ...forwardFilter,
    expectedCount: z.int().min(1).optional(),
  }),
).register(schemaNames, { id: "Replay" });
export type ReplayForwards = z.infer<typeof replayForwardsInput>;

export const replayedSchema = z
  .object({
    /** The number of replayed notifications: the selected ones and the later ones of their orders. */
    count: z.int(),
    /** Later messages of the same orders, replayed afterwards so that the shop ends in the gateway's state. */
    followers: z.int(),
    /** Payments that match but that the shop rejected: they are not replayed, since the gateway got no OK and reverses them. */
    skipped: z.int(),
    isSent: z.boolean(),
  })
  .register(schemaNames, { id: "Replayed" });
export type Replayed = z.infer<typeof replayedSchema>;

const path = `${merchantPath}/endpoints/{id}/forwards`;

export const forwardOperations = defineOperations("Notifications", {
  listForwards: {
    method: "get",
    path,
    summary: "What an endpoint forwards to its shop: waiting, delivered, refused and dead letters",
    role: "viewer",
    query: listForwardsInput,
    answers: { 200: { description: "One page, the latest first.", schema: forwardPageSchema } },
  },
  replayForwards: {
    method: "post",
    path: `${path}/replay`,
    summary: "Send again to the shop: first the count, then, with that count, all that match but payments that the shop rejected",
    role: "support",
    body: replayForwardsInput,
    example: {},
    answers: { 200: { description: "How many it is, and whether they were queued.", schema: replayedSchema } },
    errors: ["conflict"],
  },
});
