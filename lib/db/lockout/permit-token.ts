import { eq } from "drizzle-orm";
import type { PairRef, PermitRequest } from "#lib/gateway/permit.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Transaction } from "../connection/open-store.ts";
import { identityPair } from "../schema/identity.ts";
import { type lockGuard, toPairId } from "./permit-rows.ts";

type Guard = Awaited<ReturnType<typeof lockGuard>>;

/** Checked under the integration's lock, so that no process requests a session under a token that was refused to another one. */
export async function isTokenStored(tx: Transaction, vault: Vault, request: PermitRequest, guard: Guard): Promise<boolean> {
  if (request.tokenAttemptId === undefined) return true;
  const id = toTokenId(vault, request);
  const [row] = await tx
    .select({ attempt: identityPair.cachedAttempt, until: identityPair.cachedUntil, seq: identityPair.cachedSeq })
    .from(identityPair)
    .where(eq(identityPair.id, id));
  const isStored = row?.attempt === request.tokenAttemptId && row.until !== null && row.until.getTime() > guard.nowMs;
  if (!isStored || !isOlderThanFailure(row.seq, guard)) return isStored;
  await tx.update(identityPair).set({ cachedUntil: null }).where(eq(identityPair.id, id));
  return false;
}

/**
 * After one failure the next attempt may be the last one permitted: it must not use a token that the gateway may have
 * forgotten since. After two, no token could be fetched: a manual release uses the stored one.
 */
function isOlderThanFailure(tokenSeq: number | null, { integration }: Guard): boolean {
  const [failure, ...otherFailures] = integration.failedAttempts.filter(({ kind }) => kind === "session");
  return failure !== undefined && otherFailures.length === 0 && (tokenSeq ?? 0) < (failure.resultSeq ?? failure.sentSeq);
}

export function toTokenId(vault: Vault, { integrationClientId, pair: { environment } }: PairRef): string {
  return toPairId(vault, { environment, kind: "token", clientId: integrationClientId });
}
