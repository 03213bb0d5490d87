import type { Environment } from "#lib/core/identifiers.ts";

/** Where a shop's address may lie, and the worker that sends there; the runtime's. */
export type Forwarder = {
  /** The address in its normal form, or what is wrong with it and how to mend it. Asks the resolver. */
  checkTarget(text: string, environment: Environment): Promise<{ url: string } | { problem: string }>;
  /** Something may be due now. */
  wake(): void;
};
