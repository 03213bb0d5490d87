import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { EndpointSource } from "#lib/notifications/endpoints/endpoint-directory.ts";
import type { StoredEndpoint } from "#lib/notifications/endpoints/snapshot-saver.ts";
import { readAcceptedOrder } from "#lib/notifications/verification/accepted-order.ts";
import type { NotifyCertificate } from "#lib/notifications/verification/certificate.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { openUrl } from "../connection/sealed-url.ts";
import { forwardTarget } from "../schema/forward.ts";
import { merchant } from "../schema/merchant.ts";
import { notifyCertificate, notifyEndpoint, notifyEndpointChange } from "../schema/notification.ts";

export type EndpointRow = typeof notifyEndpoint.$inferSelect;
export type CertificateRow = typeof notifyCertificate.$inferSelect;

/** Batch size, small enough that reading ten thousand endpoints blocks no one. */
const endpointsAtOnce = 50;

/** Endpoints with their keys, as the receiver caches them in memory. */
export function createEndpointSource({ db, vault }: { db: Database; vault: Vault }): EndpointSource {
  return {
    async readChanges(since) {
      const { cursor, ids } = await readChangedIds(db, since);
      const endpoints = ids === null ? await readAll(db, vault) : await readInTurns(db, vault, ids);
      const found = new Set(endpoints.map(({ id }) => id));
      return { cursor, endpoints, removed: ids === null ? null : ids.filter((id) => !found.has(id)) };
    },
    findOne: async (id) => (await readStored(db, vault, [id]))[0],
  };
}

/**
 * Endpoints changed by transactions that `since`, the database snapshot of the last read, did not include; null means
 * all. A restored database may be older than `since`: then everything is read.
 */
async function readChangedIds(db: Database, since: string | null): Promise<{ cursor: string; ids: string[] | null }> {
  const { rows } = await db.execute<{ cursor: string; isBehind: boolean; ids: string[] }>(sql`
    select pg_current_snapshot()::text as cursor,
      pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmin(${since}::pg_snapshot) as "isBehind",
      array(select endpoint_id from ${notifyEndpointChange}
        where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)) as ids`);
  const [now] = rows;
  if (!now) throw new Error("The changed endpoints could not be read.");
  return { cursor: now.cursor, ids: since === null || now.isBehind ? null : now.ids };
}

async function readInTurns(db: Database, vault: Vault, ids: readonly string[]): Promise<StoredEndpoint[]> {
  const all: StoredEndpoint[] = [];
  for (let start = 0; start < ids.length; start += endpointsAtOnce) {
    all.push(...(await readStored(db, vault, ids.slice(start, start + endpointsAtOnce))));
  }
  return all;
}

async function readAll(db: Database, vault: Vault): Promise<StoredEndpoint[]> {
  const all: StoredEndpoint[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: { id: string }[] = await db
      .select({ id: notifyEndpoint.id })
      .from(notifyEndpoint)
      .where(gt(notifyEndpoint.id, after))
      .orderBy(asc(notifyEndpoint.id))
      .limit(endpointsAtOnce);
    const ids = rows.map(({ id }) => id);
    all.push(...(await readStored(db, vault, ids)));
    after = ids.length < endpointsAtOnce ? undefined : ids.at(-1);
  }
  return all;
}

async function readStored(db: Database, vault: Vault, ids: readonly string[]): Promise<StoredEndpoint[]> {
  if (ids.length === 0) return [];
  const isWanted = (id: PgColumn) => sql`${id} = any(${sql.param([...ids])}::text[])`;
  const rows = await db
    .select({ endpoint: notifyEndpoint, slug: merchant.slug, mode: forwardTarget.mode, sealedUrl: forwardTarget.sealedUrl })
    .from(notifyEndpoint)
    // A self-test's endpoint belongs to no merchant.
    .leftJoin(merchant, eq(merchant.id, notifyEndpoint.merchantId))
    .leftJoin(forwardTarget, eq(forwardTarget.endpointId, notifyEndpoint.id))
    .where(isWanted(notifyEndpoint.id));
  const certificates = await db
    .select()
    .from(notifyCertificate)
    .where(isWanted(notifyCertificate.endpointId))
    .orderBy(asc(notifyCertificate.addedAt), asc(notifyCertificate.id));
  const byEndpoint = Map.groupBy(certificates, ({ endpointId }) => endpointId);
  return rows.map(({ endpoint, slug, mode, sealedUrl }) => ({
    id: endpoint.id,
    environment: endpoint.environment,
    merchantId: endpoint.merchantId,
    merchant: slug ?? "",
    sid: endpoint.sid,
    strictLayout: endpoint.strictLayout,
    fieldOrder: readAcceptedOrder(endpoint.fieldOrder),
    forward: mode && sealedUrl ? { mode, url: openUrl(vault, { endpointId: endpoint.id, sealedUrl }) } : null,
    certificates: (byEndpoint.get(endpoint.id) ?? []).map(({ id, label, fingerprint, publicKeyPem, endsAt }) => ({
      ...{ id, label, fingerprint, publicKeyPem, endsAt },
    })),
  }));
}

/** Changes with each of a merchant's endpoints, their keys and their rules. */
export async function findEndpointsVersion(db: Queryable, merchantId: string): Promise<string> {
  const [found] = await db
    .select({ version: sql<string | null>`max(${notifyEndpointChange.xid})::text` })
    .from(notifyEndpointChange)
    .innerJoin(notifyEndpoint, eq(notifyEndpoint.id, notifyEndpointChange.endpointId))
    .where(eq(notifyEndpoint.merchantId, merchantId));
  return found?.version ?? "";
}

export function listEndpoints(db: Queryable, merchantId: string): Promise<EndpointRow[]> {
  return db
    .select()
    .from(notifyEndpoint)
    .where(eq(notifyEndpoint.merchantId, merchantId))
    .orderBy(asc(notifyEndpoint.createdAt), asc(notifyEndpoint.id));
}

export async function findEndpoint(db: Queryable, id: string): Promise<EndpointRow | undefined> {
  return readRow(await db.select().from(notifyEndpoint).where(eq(notifyEndpoint.id, id)));
}

/** The same, locked until the transaction ends. */
export async function lockEndpoint(tx: Queryable, id: string): Promise<EndpointRow | undefined> {
  return readRow(await tx.select().from(notifyEndpoint).where(eq(notifyEndpoint.id, id)).for("update"));
}

function readRow([row]: readonly EndpointRow[]): EndpointRow | undefined {
  return row && { ...row, fieldOrder: readAcceptedOrder(row.fieldOrder) };
}

export async function listCertificates(db: Queryable, endpointIds: readonly string[]): Promise<CertificateRow[]> {
  if (endpointIds.length === 0) return [];
  return db
    .select()
    .from(notifyCertificate)
    .where(inArray(notifyCertificate.endpointId, [...endpointIds]))
    .orderBy(asc(notifyCertificate.addedAt), asc(notifyCertificate.id));
}

export async function insertEndpoint(db: Queryable, values: typeof notifyEndpoint.$inferInsert): Promise<EndpointRow> {
  const [row] = await db.insert(notifyEndpoint).values(values).returning();
  if (!row) throw new Error("The endpoint was not stored.");
  return row;
}

export async function updateEndpoint(
  db: Queryable,
  id: string,
  changes: Partial<Pick<EndpointRow, "sid" | "label" | "strictLayout" | "fieldOrder">>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await db.update(notifyEndpoint).set(changes).where(eq(notifyEndpoint.id, id));
}

/**
 * Adds the keys that the endpoint does not have yet. Of one that it has, a renewed certificate replaces the dates; one that has
 * ended is accepted again.
 */
export async function addCertificates(
  db: Queryable,
  { endpointId, certificates, by }: { endpointId: string; certificates: readonly NotifyCertificate[]; by: string },
): Promise<void> {
  const lasting = certificates.toSorted((left, right) => endOf(left) - endOf(right));
  const byKey = new Map(lasting.map((certificate) => [certificate.fingerprint, certificate]));
  if (byKey.size === 0) return;
  const { endpointId: ofEndpoint, fingerprint, validUntil, endsAt } = notifyCertificate;
  await db
    .insert(notifyCertificate)
    .values([...byKey.values()].map((certificate) => ({ ...certificate, endpointId, addedBy: by })))
    .onConflictDoUpdate({
      target: [ofEndpoint, fingerprint],
      set: { label: sql`excluded.label`, validFrom: sql`excluded.valid_from`, validUntil: sql`excluded.valid_until` },
      setWhere: sql`excluded.valid_until > coalesce(${validUntil}, '-infinity')`,
    });
  const isAdded = and(eq(ofEndpoint, endpointId), inArray(fingerprint, [...byKey.keys()]));
  await db
    .update(notifyCertificate)
    .set({ endsAt: null })
    .where(and(isAdded, lte(endsAt, sql`now()`)));
}

/** A bare key comes before its certificate. */
function endOf({ validUntil }: NotifyCertificate): number {
  return validUntil?.getTime() ?? 0;
}

export async function endCertificate(
  db: Queryable,
  { endpointId, id, at }: { endpointId: string; id: string; at: Date | null },
): Promise<void> {
  const ofEndpoint = and(eq(notifyCertificate.endpointId, endpointId), eq(notifyCertificate.id, id));
  await db.update(notifyCertificate).set({ endsAt: at }).where(ofEndpoint);
}

/** Certificates that are accepted at that time. */
export function countAccepted(db: Queryable, endpointId: string, at: Date): Promise<number> {
  const hasNotEnded = or(isNull(notifyCertificate.endsAt), gt(notifyCertificate.endsAt, at));
  return db.$count(notifyCertificate, and(eq(notifyCertificate.endpointId, endpointId), hasNotEnded));
}

export async function removeCertificates(db: Queryable, endpointId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .delete(notifyCertificate)
    .where(and(eq(notifyCertificate.endpointId, endpointId), inArray(notifyCertificate.id, [...ids])));
}
