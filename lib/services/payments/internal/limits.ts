import type { Environment } from "#lib/core/identifiers.ts";
import type { GatewayDirectory, PaymentLimits } from "../../context.ts";

export const paymentLimits: PaymentLimits = { callMs: 60_000, apartMs: 120_000 };

/**
 * The limits of an environment; only the sandbox and experiments change them. A gateway that lists payments late gets twice as
 * long.
 */
export async function limitsOf(gateways: Pick<GatewayDirectory, "environment">, environment: string): Promise<PaymentLimits> {
  const view = await gateways.environment(environment as Environment).catch(() => undefined);
  const limits = view?.paymentLimits ?? paymentLimits;
  return { ...limits, apartMs: Math.max(limits.apartMs, 2 * (view?.listingLagMs ?? 0)) };
}

/** Aborts when a call that began with this row must have ended, so that nothing is sent later. */
export function callSignal({ createdAt }: { createdAt: Date }, { callMs }: PaymentLimits, nowMs: number): AbortSignal {
  const leftMs = createdAt.getTime() + callMs - nowMs;
  return leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort();
}
