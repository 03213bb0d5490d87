import type { Environment } from "#lib/core/identifiers.ts";
import type { Message } from "#lib/core/text.ts";

/** The check of shop addresses and the forwarding worker, as the app provides them. */
export type Forwarder = {
  /** The normalised address, or its problem and fix. Uses DNS. */
  checkTarget(text: string, environment: Environment): Promise<{ url: string } | { problem: Message }>;
  /** Signals that a forward may be due now. */
  wake(): void;
};
