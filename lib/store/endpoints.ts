import { and, asc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { NotifyCertificate } from "../notify/certificate.ts";
import type { EndpointSource, StoredEndpoint } from "../notify/endpoint-directory.ts";
import type { Vault } from "../vault/vault.ts";
import type { Database, Queryable } from "./open-store.ts";
import { forwardTarget } from "./schema/forward.ts";
import { merchant } from "./schema/merchant.ts";
import { notifyCertificate, notifyEndpoint } from "./schema/notification.ts";
import { openUrl } from "./sealed-url.ts";

export type EndpointRow = typeof notifyEndpoint.$inferSelect;
export type CertificateRow = typeof notifyCertificate.$inferSelect;

/** All endpoints with their keys, as the receiver holds them in memory. */
export function createEndpointSource({ db, vault }: { db: Database; vault: Vault }): EndpointSource {
  return {
    listAll: () => readStored(db, vault),
    findOne: async (id) => (await readStored(db, vault, id))[0],
  };
}

async function readStored(db: Database, vault: Vault, id?: string): Promise<StoredEndpoint[]> {
  const rows = await db
    .select({ endpoint: notifyEndpoint, slug: merchant.slug, mode: forwardTarget.mode, sealedUrl: forwardTarget.sealedUrl })
    .from(notifyEndpoint)
    // A self-test's endpoint belongs to no merchant.
    .leftJoin(merchant, eq(merchant.id, notifyEndpoint.merchantId))
    .leftJoin(forwardTarget, eq(forwardTarget.endpointId, notifyEndpoint.id))
    .where(id === undefined ? undefined : eq(notifyEndpoint.id, id));
  const certificates = await listCertificates(
    db,
    rows.map(({ endpoint }) => endpoint.id),
  );
  return rows.map(({ endpoint, slug, mode, sealedUrl }) => ({
    id: endpoint.id,
    environment: endpoint.environment,
    merchantId: endpoint.merchantId,
    merchant: slug ?? "",
    sid: endpoint.sid,
    strictLayout: endpoint.strictLayout,
    forward: mode && sealedUrl ? { mode, url: openUrl(vault, { endpointId: endpoint.id, sealedUrl }) } : null,
    certificates: certificates.filter(({ endpointId }) => endpointId === endpoint.id),
  }));
}

export function listEndpoints(db: Queryable, merchantId: string): Promise<EndpointRow[]> {
  return db
    .select()
    .from(notifyEndpoint)
    .where(eq(notifyEndpoint.merchantId, merchantId))
    .orderBy(asc(notifyEndpoint.createdAt), asc(notifyEndpoint.id));
}

export async function findEndpoint(db: Queryable, id: string): Promise<EndpointRow | undefined> {
  const [row] = await db.select().from(notifyEndpoint).where(eq(notifyEndpoint.id, id));
  return row;
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
  changes: Partial<Pick<EndpointRow, "sid" | "label" | "strictLayout">>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await db.update(notifyEndpoint).set(changes).where(eq(notifyEndpoint.id, id));
}

/** Adds keys the endpoint does not hold yet; returns how many were new. */
export async function addCertificates(
  db: Queryable,
  { endpointId, certificates, by }: { endpointId: string; certificates: readonly NotifyCertificate[]; by: string },
): Promise<number> {
  if (certificates.length === 0) return 0;
  const rows = await db
    .insert(notifyCertificate)
    .values(certificates.map((certificate) => ({ ...certificate, endpointId, addedBy: by })))
    .onConflictDoNothing()
    .returning({ id: notifyCertificate.id });
  return rows.length;
}

export async function endCertificate(
  db: Queryable,
  { endpointId, id, at }: { endpointId: string; id: string; at: Date | null },
): Promise<void> {
  const ofEndpoint = and(eq(notifyCertificate.endpointId, endpointId), eq(notifyCertificate.id, id));
  await db.update(notifyCertificate).set({ endsAt: at }).where(ofEndpoint);
}

/** Certificates that are accepted at that moment. */
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
