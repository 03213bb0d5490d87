import type { Environment } from "#lib/core/identifiers.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { PaymentLimits } from "#lib/services/context.ts";
import { paymentLimits } from "#lib/services/payments/internal/limits.ts";

/**
 * The sandbox gateway declares how late its lists may be, so that a demo or a test does not wait minutes to confirm an absence;
 * every other environment always uses the default limits.
 */
export function sandboxPaymentLimits(sandbox: Pick<Sandbox, "listingLagMs"> | undefined) {
  return async (id: Environment): Promise<PaymentLimits | undefined> => {
    if (id !== "sandbox" || !sandbox) return undefined;
    const apartMs = await sandbox.listingLagMs();
    return { apartMs, callMs: Math.min(paymentLimits.callMs, Math.max(apartMs, 3_000)) };
  };
}
