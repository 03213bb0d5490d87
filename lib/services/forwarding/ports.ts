import type { Environment } from "#lib/core/identifiers.ts";
import type { Message } from "#lib/core/text.ts";
import type { SendToShop } from "#lib/notifications/forwarding/ports.ts";

/** The check of shop addresses and the forwarding worker, as the app provides them. */
export type Forwarder = {
  /** The normalised address, or its problem and fix. Uses DNS. */
  checkTarget(text: string, environment: Environment): Promise<{ url: string } | { problem: Message }>;
  /** Signals that a forward may be due now. */
  wake(): void;
};

/** Sending a single delivery to an address that a person names. */
export type SingleSender = {
  /** As `checkTarget`, but https in every environment; the operator's FORWARD_HOSTS are allowed here too. */
  checkPublicTarget(text: string): Promise<{ url: string } | { problem: Message }>;
  /** Connects only to addresses that are public at that moment, or to FORWARD_HOSTS; redirects are not followed. */
  send: SendToShop;
};
