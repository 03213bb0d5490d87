import type { ForwardTarget } from "./forwarding/ports.ts";
import type { NotificationEvent } from "./receive/to-event.ts";
import type { AcceptedOrder } from "./verification/accepted-order.ts";
import type { VerifyKey } from "./verification/signature.ts";
import type { Verification } from "./verification/verify.ts";

/** An address of a merchant at which the gateway's messages arrive, with all that a verdict needs. */
export type NotifyEndpoint = {
  id: string;
  environment: string;
  merchantId: string;
  /** Slug. */
  merchant: string;
  sid: string;
  strictLayout: boolean;
  /** Where an administrator accepted another field order; null or none: the usual one. */
  fieldOrder?: AcceptedOrder | null;
  keys: readonly VerifyKey[];
  /** Where valid notifications are passed on to, if anywhere. */
  forward?: ForwardTarget | null;
};

export type EndpointDirectory = {
  /** Undefined when there is no such endpoint; throws when that cannot be known now. */
  find(id: string): Promise<NotifyEndpoint | undefined>;
  /** As stored now; undefined when that cannot be known or was asked too often. Never throws. */
  findFresh(id: string): Promise<NotifyEndpoint | undefined>;
};

/** What we said, and how long the sender waited for it. */
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
    /** Of a genuine one that our rules refused: the field and the rule, in a sentence without values. */
    rejection?: string | undefined;
  };
  event: NotificationEvent;
  /** SHA-256 of what was signed: the values in order, whatever the names. */
  signedHash: Buffer;
  /** Equal decoded pairs, equal hash. */
  eventHash: Buffer;
  answer: ShopResponseRecord;
};

/**
 * The shop's own word on an acting delivery, in "shop answers" mode: asked once the delivery is durable and before the
 * sender hears anything. Undefined, at once, where the desk answers by itself.
 */
export type AskShop = (delivery: Delivery, options: { signal: AbortSignal }) => Promise<"ok" | "refused"> | undefined;

export type DeliveryRecord = {
  /**
   * Resolves exactly when the delivery is committed; repeating it is safe, and may raise the answer it was given to OK. Throws when it is not committed, also when
   * `signal` is aborted before the commit began.
   */
  save(delivery: Delivery, options: { signal: AbortSignal }): Promise<void>;
  /** Counts unverified deliveries that are not kept because the quarantine's rate is used up. */
  countDropped(endpointId: string, count: number): Promise<void>;
};
