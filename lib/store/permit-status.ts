import { type Charge, chargeLimit, emptyPair, type GuardIntegration, type GuardPair } from "../core/lock-guard.ts";
import type { IdentityStatus, IdentityStop } from "../gateway/permit.ts";
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

/** What a status is read from; of what is stored only whether it is there. */
export type PairFacts = Pick<
  PairRow,
  "charges" | "state" | "provenMark" | "inflightUntil" | "heldUntil" | "heldLifeMs" | "heldScope" | "heldAt"
> &
  Pick<PairRow, "lastSuccessAt" | "lastErrorAt" | "lastError"> & { held: unknown };

type Guard = { integration: { charges: readonly Charge[] }; pair: PairFacts; nowMs: number };

/** What a connection page shows of a pair and its integration. `mark` names the secret that stands now. */
export function readIdentityStatus({ integration, pair, nowMs }: Guard, mark: string | null): IdentityStatus {
  const used = pair.charges.length;
  const inFlight = pair.inflightUntil !== null && pair.inflightUntil.getTime() > nowMs;
  const [charge] = pair.charges;
  const isFlying = (charge: Charge) => charge.outcome === "in_flight" && charge.leaseUntilMs > nowMs;
  const isPaused =
    pair.state === "closed" && charge !== undefined && charge.outcome !== "in_flight" && charge.settlesAtMs > nowMs;
  return {
    pair: { used, limit: chargeLimit, state: pair.state, proven: pair.provenMark !== null && pair.provenMark === mark },
    integration: { used: integration.charges.length, limit: chargeLimit, inFlight: integration.charges.some(isFlying) },
    held: toHeldStatus(pair, nowMs),
    inFlight,
    lastSuccessAt: pair.lastSuccessAt,
    lastError: pair.lastError,
    pausedUntil: isPaused ? new Date(charge.settlesAtMs) : null,
    stop: findStop({ integration, pair, nowMs }, mark),
  };
}

/** A pair's own stop before the integration's: releasing that one alone would not help it. */
function findStop({ integration, pair, nowMs }: Guard, mark: string | null): IdentityStop | null {
  const used = pair.charges.length;
  if (pair.state === "open" || used >= chargeLimit) {
    const release = used >= chargeLimit ? "reset" : "own_try";
    return {
      scope: "pair",
      cause: causeOf(pair.charges),
      at: lastHeardAt(pair.charges) ?? pair.lastErrorAt ?? new Date(nowMs),
      release,
    };
  }
  const { charges } = integration;
  const isFlying = charges.some((charge) => charge.outcome === "in_flight" && charge.leaseUntilMs > nowMs);
  if (charges.length < chargeLimit || isFlying) return null;
  const canTry = pair.provenMark !== null && pair.provenMark === mark && used === 0 && charges.length === chargeLimit;
  const release = canTry ? "proven_try" : "reset";
  return { scope: "integration", cause: causeOf(charges), at: lastHeardAt(charges) ?? new Date(nowMs), release };
}

function causeOf(charges: readonly Charge[]): IdentityStop["cause"] {
  if (charges.length === 0) return "calls";
  return charges.some(({ outcome }) => outcome === "refused") ? "refused" : "unknown";
}

/** By the database's clock: the order of what is heard is never behind it. Without an answer, when the attempt's lease ended. */
function lastHeardAt(charges: readonly Charge[]): Date | undefined {
  if (charges.length === 0) return undefined;
  return new Date(Math.max(...charges.map(({ heardSeq, leaseUntilMs }) => heardSeq ?? leaseUntilMs)));
}

function toHeldStatus(pair: PairFacts, nowMs: number): IdentityStatus["held"] {
  if (!pair.heldUntil || !pair.heldAt || !pair.held) return null;
  return {
    untilMs: pair.heldUntil.getTime() - nowMs,
    lifeMs: pair.heldLifeMs ?? 0,
    scope: pair.heldScope,
    fetchedAt: pair.heldAt,
  };
}
