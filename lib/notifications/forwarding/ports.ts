/**
 * Who decides the response to the gateway (docs/notifications.md, rule 27): the app, which forwards the message later, or
 * the shop, which receives the message first. `shop_shadow`: the app, and what the shop would have decided is counted.
 */
import type { Message } from "#lib/core/text.ts";
export const forwardModes = ["desk_answers", "shop_shadow", "shop_answers"] as const;
export type ForwardMode = (typeof forwardModes)[number];

/** How long a shop has that decides; the gateway's answer needs the rest of 4 s (docs/notifications.md, rule 27). */
export const shopAnswerMs = 3_900;

/** How long a message is one sender's: longer than a request to the shop takes, so that after it the sender must have died. */
export const forwardLeaseMs = 30_000;

export type ForwardTarget = { mode: ForwardMode; url: string };

/** The result of one attempt. `problem` is null exactly when the shop responded 200 and `OK`. */
export type ShopTry = {
  at: Date;
  /** Null without a response. */
  status: number | null;
  ms: number;
  problem: Message | null;
  /** The beginning of the response body. */
  answer: string | null;
};

/** The bytes to forward, as received. */
export type ForwardMessage = {
  deliveryId: string;
  body: Uint8Array;
  headers: readonly { name: string; value: string }[];
  receivedAt: Date;
  /** 1 for the first. */
  attempt: number;
};

/** Sends once; never rejects. */
export type SendToShop = (url: string, message: ForwardMessage, options: { timeoutMs: number }) => Promise<ShopTry>;

/** A delivery that is being forwarded; `round` counts its replays and separates their attempts. */
export type ForwardRef = { deliveryId: string; round: number };

/** A delivery that is due. */
export type DueForward = ForwardMessage &
  ForwardRef & { endpointId: string; method: string | null; mode: ForwardMode; url: string; queuedAt: Date };

/** A stored delivery as `shop answers` needs it. */
export type AskedForward = ForwardRef & {
  attempts: number;
  queuedAt: Date;
  /** The shop has accepted it. */
  isDelivered: boolean;
  /** Without asking the shop: `ok` when it was answered OK before, `refused` when a Rollback came since. Null for a Rollback. */
  decided: "ok" | "refused" | null;
  /** An earlier message of its order has not reached the shop yet. */
  isBehind: boolean;
};

/** Identifies a stored delivery for `shop answers`, independent of its encoding. */
export type SignedKey = { endpointId: string; signedHash: Uint8Array; eventHash: Uint8Array };

/** What follows an attempt. */
export type ForwardVerdict =
  | { state: "pending"; dueAt: Date }
  /** `refused`: the shop did not accept it and the gateway received that; it is not retried automatically. */
  | { state: "delivered" | "refused" | "dead" };

export type Claim = {
  now: Date;
  leaseMs: number;
  limit: number;
  /** Limit for one endpoint, so that a slow shop does not delay others; one for an endpoint in `struggling`. */
  perEndpoint: number;
  struggling: readonly string[];
  /** Endpoints that have reached their limit. */
  busy: readonly string[];
};

/** The queue of due deliveries, shared by all processes of one database. */
export type ForwardRows = {
  /** Claims due deliveries until the lease ends: endpoints in turn, and only the earliest message of each order. */
  claim(claim: Claim): Promise<DueForward[]>;
  /**
   * Undefined while the delivery is not in the database (it waits in the spool); `not_acting` when it is another reading
   * of a signed text, which is never forwarded; `ok` or `refused` when it is decided and not queued for the shop.
   */
  findAsked(key: SignedKey): Promise<AskedForward | "not_acting" | "ok" | "refused" | undefined>;
  /** Makes the earlier messages of its order due now, except those that may be on their way to the shop. */
  hurryEarlier(ref: ForwardRef): Promise<void>;
  settle(ref: ForwardRef, verdict: ForwardVerdict, shopTry: ShopTry): Promise<void>;
};
