import { type Charge, chargeLimit, emptyPair, type GuardIntegration, type GuardPair } from "../core/lock-guard.ts";
import type { IdentityStatus } from "../gateway/permit.ts";
import type { IntegrationRow, PairRow } from "./permit-rows.ts";

/** The rows as the rules see them. */
export function guardedOf({ integration, pair }: { integration?: IntegrationRow; pair: PairRow }): {
  integration: GuardIntegration;
  pair: GuardPair;
} {
  return {
    integration: { seq: integration?.seq ?? 0, charges: integration?.charges ?? [] },
    pair: {
      ...emptyPair(pair.id, pair.kind),
      charges: pair.charges,
      state: pair.state,
      provenMark: pair.provenMark,
      inflightUntilMs: pair.inflightUntil?.getTime() ?? null,
      attempt: pair.attempt,
      heldSeq: pair.heldSeq,
      heldUntilMs: pair.heldUntil?.getTime() ?? null,
      heldLifeMs: pair.heldLifeMs,
      heldBound: pair.heldBound,
    },
  };
}

type Guard = { integration: IntegrationRow; pair: PairRow; nowMs: number };

/** What a connection page shows of a pair and its integration. `mark` names the secret that stands now. */
export function readIdentityStatus({ integration, pair, nowMs }: Guard, mark: string): IdentityStatus {
  const used = pair.charges.length;
  const inFlight = pair.inflightUntil !== null && pair.inflightUntil.getTime() > nowMs;
  const [charge] = pair.charges;
  const isFlying = (charge: Charge) => charge.outcome === "in_flight" && charge.leaseUntilMs > nowMs;
  const isPaused =
    pair.state === "closed" && charge !== undefined && charge.outcome !== "in_flight" && charge.settlesAtMs > nowMs;
  return {
    pair: { used, limit: chargeLimit, state: pair.state, proven: pair.provenMark === mark },
    integration: { used: integration.charges.length, limit: chargeLimit, inFlight: integration.charges.some(isFlying) },
    held: toHeldStatus(pair, nowMs),
    inFlight,
    lastSuccessAt: pair.lastSuccessAt,
    lastErrorAt: pair.lastErrorAt,
    lastError: pair.lastError,
    pausedUntil: isPaused ? new Date(charge.settlesAtMs) : null,
  };
}

function toHeldStatus(pair: PairRow, nowMs: number): IdentityStatus["held"] {
  if (!pair.heldUntil || !pair.heldAt || !pair.held) return null;
  return {
    untilMs: pair.heldUntil.getTime() - nowMs,
    lifeMs: pair.heldLifeMs ?? 0,
    scope: pair.heldScope,
    fetchedAt: pair.heldAt,
  };
}
