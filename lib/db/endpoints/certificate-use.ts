import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { delivery } from "../schema/notification.ts";

/** How many deliveries are checked: a key that verified none of them is not in use. */
const lookedAt = 10_000;

export type CertificateUse = { keyId: string; lastUsedAt: Date };

/** When each key of an endpoint last verified a delivery, latest first. */
export async function listCertificateUse(db: Queryable, endpointId: string): Promise<CertificateUse[]> {
  const { rows } = await db.execute<{ keyId: string; lastUsedAt: string }>(sql`
    select key_id as "keyId", to_json(max(last_seen_at)) as "lastUsedAt"
    from (select key_id, last_seen_at from ${delivery} where endpoint_id = ${endpointId} order by last_seen_at desc nulls last limit ${lookedAt}) newest
    where key_id is not null group by key_id order by max(last_seen_at) desc`);
  return rows.map(({ keyId, lastUsedAt }) => ({ keyId, lastUsedAt: new Date(lastUsedAt) }));
}
