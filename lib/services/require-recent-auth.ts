import type { Environment } from "#lib/core/identifiers.ts";
import { requireRecentAuth, type ServiceContext } from "./context.ts";

/**
 * Operations that concern verification, the destination of money and data, or who is notified. Each service names its own
 * entry; docs/security.md, rule 7, lists them.
 */
const authenticatedWithin = {
  /** A new endpoint; its certificates, `sid`, field order and forwarding. */
  endpoint: "production",
  acceptedFieldOrder: "production",
  profileOverride: "production",
  paymentBodyMembers: "production",
  /** The team's: from then on another system learns of every merchant's alerts. */
  alertChannels: "everywhere",
  /** Nobody hears of what is turned off. */
  alertRules: "everywhere",
  /** Only the sandbox and demo have it: a customer's data leaves to an address that nobody else checks. */
  replayToAnyAddress: "everywhere",
  /** Affects all environments at once. */
  restoreFence: "everywhere",
} as const;

type SensitiveOperation = keyof typeof authenticatedWithin;

/** Throws `proof_required` where the operation needs a recent re-authentication and there was none. */
export function requireRecentAuthFor(ctx: ServiceContext, operation: SensitiveOperation, environment: Environment): void {
  if (authenticatedWithin[operation] === "everywhere" || environment === "production") requireRecentAuth(ctx);
}
