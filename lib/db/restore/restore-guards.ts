import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { environments } from "#lib/core/identifiers.ts";
import { readJournalGuards } from "#lib/notifications/journal/read-journal.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Transaction } from "../connection/open-store.ts";
import { assumedOfIntegration, assumedOfPair } from "../lockout/assume-failures.ts";
import { openCredential } from "../lockout/credentials.ts";
import { followGuardChanges, type GuardChange, guardChangeSchema } from "../lockout/guard-journal.ts";
import { toIntegrationId, toPairId } from "../lockout/permit-rows.ts";
import { environment } from "../schema/environment.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import type { FenceInput, FenceReport } from "./ports.ts";

/** An entry of the journal carries the time of its file only, and the backup's clock may be another machine's. */
const overlapMs = 60_000;

/** Changes of the guard since the backup; undefined without an unbroken journal. */
export async function readGuards(
  vault: Vault,
  { journalFolders, backupAt }: Pick<FenceInput, "journalFolders" | "backupAt">,
): Promise<GuardChange[] | undefined> {
  if (!journalFolders) return undefined;
  const since = new Date(backupAt.getTime() - overlapMs);
  const { changes, isUnbroken } = await readJournalGuards({ folders: journalFolders, sealer: vault, since }).catch(() => ({
    changes: [],
    isUnbroken: false,
  }));
  const parsed = z.array(guardChangeSchema).safeParse(changes);
  return isUnbroken && parsed.success ? parsed.data : undefined;
}

/**
 * Sets the lockout guards to what the journal says, environment by environment; where a change is missing, to two failures of
 * everything (docs/lockout.md, rule 18). Cached tokens and sessions are dropped: others may have replaced them.
 */
export async function restoreGuards(
  tx: Transaction,
  vault: Vault,
  journaled: readonly GuardChange[] | undefined,
): Promise<FenceReport["guards"]> {
  await tx.update(identityPair).set({ held: null, cachedAttempt: null, cachedUntil: null, cachedSeq: null, cachedAt: null });
  const guards: Record<string, "journal" | "worst"> = {};
  for (const place of environments) {
    const own = journaled?.filter((change) => change.environment === place);
    const isKnown = own !== undefined && (await applyJournal(tx, place, own));
    if (!isKnown) await assumeAll(tx, vault, place);
    guards[place] = isKnown ? "journal" : "worst";
  }
  return guards;
}

/** False, and changes nothing, when a change is missing. */
async function applyJournal(tx: Transaction, place: string, changes: readonly GuardChange[]): Promise<boolean> {
  const known = await tx
    .select({ id: identityIntegration.id, seq: identityIntegration.seq })
    .from(identityIntegration)
    .where(eq(identityIntegration.environment, place));
  const state = followGuardChanges(changes, new Map(known.map(({ id, seq }) => [id, seq])));
  if (!state) return false;
  for (const { integration } of state.integrations.values()) {
    const { id, ...values } = integration;
    await tx
      .insert(identityIntegration)
      .values({ id, environment: place, ...values })
      .onConflictDoUpdate({ target: identityIntegration.id, set: values });
  }
  for (const { pair } of state.pairs.values()) {
    const { id, kind, inflightUntilMs, ...guarded } = pair;
    const values = { ...guarded, inflightUntil: inflightUntilMs === null ? null : new Date(inflightUntilMs) };
    await tx
      .insert(identityPair)
      .values({ id, kind, environment: place, ...values })
      .onConflictDoUpdate({ target: identityPair.id, set: values });
  }
  return true;
}

/** Also for credentials that had not been used when the backup was made. Their guards get their rows now. */
async function assumeAll(tx: Transaction, vault: Vault, place: string): Promise<void> {
  for (const { id, clientId, clientSecret } of await tx.select().from(environment).where(eq(environment.id, place))) {
    const plain = openCredential(vault, "environment", id, { clientId, clientSecret }).clientId;
    await tx
      .insert(identityIntegration)
      .values({ id: toIntegrationId(vault, place, plain), environment: place, seq: 0 })
      .onConflictDoNothing();
    await addPairs(tx, place, "token", [toPairId(vault, { environment: place, kind: "token", clientId: plain })]);
  }
  const merchants = await tx
    .select({ id: merchant.id, clientId: merchant.clientId, clientSecret: merchant.clientSecret })
    .from(merchant)
    .where(eq(merchant.environment, place));
  const ids = merchants.map(({ id, ...sealed }) => {
    const { clientId } = openCredential(vault, "merchant", id, sealed);
    return toPairId(vault, { environment: place, kind: "session", clientId });
  });
  await addPairs(tx, place, "session", ids);
  await assumeFailed(tx, place);
}

async function addPairs(tx: Transaction, place: string, kind: "token" | "session", ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into identity_pair (id, environment, kind) select distinct id, ${place}, ${kind}
    from unnest(${sql.param([...ids])}::text[]) as wanted(id) on conflict do nothing`);
}

async function assumeFailed(tx: Transaction, place: string): Promise<void> {
  const nowMs = Date.now();
  const integrations = await tx
    .select()
    .from(identityIntegration)
    .where(eq(identityIntegration.environment, place))
    .for("update");
  for (const { id, seq: before } of integrations) {
    const seq = Math.max(before + 1, nowMs);
    await tx
      .update(identityIntegration)
      .set({ seq, failedAttempts: assumedOfIntegration(id, { seq, nowMs }), peopleWaitUntil: null })
      .where(eq(identityIntegration.id, id));
  }
  for (const { id, kind } of await tx.select().from(identityPair).where(eq(identityPair.environment, place))) {
    await tx
      .update(identityPair)
      .set({
        failedAttempts: assumedOfPair({ id, kind }, { seq: nowMs, nowMs }),
        state: "open",
        inflightUntil: null,
        attempt: null,
      })
      .where(eq(identityPair.id, id));
  }
}
