import type { Message } from "#lib/core/text.ts";
import type { ForwardTarget } from "./forwarding/ports.ts";
import type { NotificationEvent } from "./receive/to-event.ts";
import type { AcceptedOrder } from "./verification/accepted-order.ts";
import type { VerifyKey } from "./verification/signature.ts";
import type { Verification } from "./verification/verify.ts";

/** An address of a merchant that receives the gateway's notifications, with all that verification needs. */
export type NotifyEndpoint = {
  id: string;
  environment: string;
  merchantId: string;
  /** Slug. */
  merchant: string;
  sid: string;
  strictLayout: boolean;
  /** The field order that an administrator accepted; null or none: the default. */
  fieldOrder?: AcceptedOrder | null;
  keys: readonly VerifyKey[];
  /** Where valid notifications are forwarded to, if anywhere. */
  forward?: ForwardTarget | null;
};

export type EndpointDirectory = {
  /** Undefined when there is no such endpoint; throws when that cannot be known now. */
  find(id: string): Promise<NotifyEndpoint | undefined>;
  /** As stored now; undefined when the database is away or the rate limit is reached. Never throws. */
  findFresh(id: string): Promise<NotifyEndpoint | undefined>;
};

/** Our response, and how long it took to decide on it, a shop's response included; storing comes after it. */
export type ShopResponseRecord = { status: number; body: string; ms: number };

/** One received body with everything derived from it. */
export type Delivery = {
  id: string;
  endpoint: NotifyEndpoint;
  body: Buffer;
  sha256: Buffer;
  headers: readonly { name: string; value: string }[];
  peer: string | null;
  receivedAt: Date;
  verification: Pick<Verification, "verdict" | "keyId"> & {
    reasons: readonly string[];
    /** For a genuine notification that our rules rejected: the field and the rule, in a sentence without values. */
    rejection?: Message | undefined;
  };
  event: NotificationEvent;
  /** SHA-256 of the signed text: the values in order, independent of the names. */
  signedHash: Buffer;
  /** Equal decoded pairs, equal hash. */
  eventHash: Buffer;
  answer: ShopResponseRecord;
};

/**
 * Sends a delivery to the shop in "shop answers" mode and returns its response, once the delivery is durable and before the
 * sender gets a response. Undefined, at once, where the app responds by itself.
 */
export type AskShop = (delivery: Delivery) => Promise<"ok" | "refused"> | undefined;

export type DeliveryRecord = {
  /**
   * Resolves exactly when the delivery is committed; repeating it is safe, and may change the stored response to OK. Throws when it is
   * not committed, also when `signal` is aborted before the statement that commits it began.
   */
  save(delivery: Delivery, options: { signal: AbortSignal }): Promise<void>;
  /** Counts unverified deliveries that are not stored because the unverified quota is used up. */
  countDropped(endpointId: string, count: number): Promise<void>;
};
