import type { Environment } from "#lib/core/identifiers.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { ChangeOptions } from "#lib/gateway/requests.ts";
import type { GatewayDirectory, PaymentLimits } from "../../context.ts";
import type { PaymentPorts } from "./ports.ts";

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

type Begun = { createdAt: Date; limits: PaymentLimits };

/**
 * Ends a call that began with this row, so that nothing is sent later: by a timer, and by the wall clock, since a timer stands still
 * while the machine sleeps.
 */
export async function callDeadline(
  { db, clock }: Pick<PaymentPorts, "db" | "clock">,
  { createdAt, limits: { callMs } }: Begun,
): Promise<Required<ChangeOptions>> {
  const askedMs = clock.now();
  const leftMs = createdAt.getTime() + callMs - (await databaseNow(db)).getTime();
  return {
    signal: leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort(),
    isLate: () => clock.now() - askedMs >= leftMs,
  };
}
