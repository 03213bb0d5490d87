import type { z } from "zod";
import type { identitySchema, MerchantState, merchantStatusSchema } from "#lib/contract/merchant.ts";
import { detailsOf } from "#lib/core/text.ts";
import type { IdentityStatus } from "#lib/gateway/permit.ts";

type MerchantStatus = z.infer<typeof merchantStatusSchema>;
type Identity = z.infer<typeof identitySchema>;

/** Automatic attempts have stopped because of this pair. */
function isPairStopped({ pair }: IdentityStatus): boolean {
  return pair.state === "open" || pair.used >= pair.limit;
}

function isIntegrationStopped({ integration }: IdentityStatus): boolean {
  return integration.used >= integration.limit && !integration.inFlight;
}

function isWaiting({ inFlight, integration, pausedUntil }: IdentityStatus, nowMs: number): boolean {
  const waitsForAnother = integration.used >= integration.limit && integration.inFlight;
  return inFlight || waitsForAnother || (pausedUntil !== null && pausedUntil.getTime() > nowMs);
}

/** A merchant's state. Its own refusal shows at once, even while an earlier session is still valid. */
export function toMerchantStatus(status: IdentityStatus, nowMs: number): MerchantStatus {
  const state = toState(status, nowMs);
  if (state === "refused" || state === "waiting") return state;
  return state === "fresh" || status.pair.proven ? "ready" : "unproven";
}

type Troubles = { lacksCertificate: boolean; hasFailedSync: boolean };

/** The worst of a merchant's connection, notifications and ledger sync. */
export function toMerchantState(connection: MerchantStatus, { lacksCertificate, hasFailedSync }: Troubles): MerchantState {
  if (connection === "refused") return connection;
  if (lacksCertificate) return "no_certificate";
  return hasFailedSync ? "sync_failed" : connection;
}

/** Attempts of the two that are used: the pair's, or the integration's when that is what stops it. */
export function attemptsUsed({ pair, integration }: IdentityStatus): number {
  return Math.max(pair.used, integration.used >= integration.limit && !integration.inFlight ? integration.used : 0);
}

/** Whether a manual attempt would be the exception to "never a third failure" (docs/lockout.md, rules 12 and 18). */
export function isException({ stop }: IdentityStatus): boolean {
  return stop?.release === "proven_try";
}

/** One half of the connection page. `held.untilMs` is the remaining lifetime by the database's clock. */
export function toIdentity(status: IdentityStatus, nowMs: number): Identity {
  const { held, pair, lastSuccessAt, lastError, stop } = status;
  return {
    state: toState(status, nowMs),
    attemptsUsed: pair.used,
    attemptsMax: pair.limit,
    isProven: pair.proven,
    isException: isException(status),
    expiresAt: held === null ? null : new Date(nowMs + held.untilMs).toISOString(),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastError: lastError?.message ?? null,
    lastErrorDetails: lastError ? detailsOf(lastError) : undefined,
    stop: stop && { ...stop, at: stop.at.toISOString() },
    scopes: (held?.scope ?? "").split(/\s+/).filter(Boolean),
  };
}

function toState(status: IdentityStatus, nowMs: number): Identity["state"] {
  if (isPairStopped(status)) return "refused";
  if (status.held !== null && status.held.untilMs > 0) return "fresh";
  if (isIntegrationStopped(status)) return "refused";
  if (isWaiting(status, nowMs)) return "waiting";
  return status.held === null ? "none" : "expired";
}
