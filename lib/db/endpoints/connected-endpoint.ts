import { sql } from "drizzle-orm";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import type { NotifyCertificate } from "#lib/notifications/verification/certificate.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { SaveOutcome } from "../lockout/credentials.ts";
import { notifyCertificate, notifyEndpoint } from "../schema/notification.ts";

type EndpointInput = { merchantId: string; sid: string; certificates: readonly NotifyCertificate[] };
type Options = { environment: string; by: string; wanted: readonly EndpointInput[] };
type Ensured = { id: string; outcome: SaveOutcome };
type PlannedEndpoint = Ensured & EndpointInput;

const ensuredAtOnce = 1_000;

/**
 * Merchants' endpoints of these SIDs: created when missing, with missing keys added; removes nothing. Four statements
 * for each 1,000. Returns them in the order given.
 */
export async function ensureEndpoints(db: Queryable, { wanted, ...made }: Options): Promise<Ensured[]> {
  const ensured: Ensured[] = [];
  for (let from = 0; from < wanted.length; from += ensuredAtOnce) {
    const places = await placeEndpoints(db, { ...made, wanted: wanted.slice(from, from + ensuredAtOnce) });
    ensured.push(...(await addKeys(db, places, made.by)));
  }
  return ensured;
}

/** Endpoints that received what is older than they are, as those of the sandbox's history, were created by then. */
export async function backdateEndpoints(db: Queryable, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  await db
    .update(notifyEndpoint)
    .set({ createdAt: at })
    .where(sql`${notifyEndpoint.id} = any(${sql.param([...ids])}::text[]) and ${notifyEndpoint.createdAt} > ${at.toISOString()}`);
}

async function placeEndpoints(db: Queryable, { environment, by, wanted }: Options): Promise<PlannedEndpoint[]> {
  const merchantIds = sql.param(wanted.map(({ merchantId }) => merchantId));
  const stored = await db
    .select({ id: notifyEndpoint.id, merchantId: notifyEndpoint.merchantId, sid: notifyEndpoint.sid })
    .from(notifyEndpoint)
    .where(sql`${notifyEndpoint.merchantId} = any(${merchantIds}::uuid[])`);
  const known = new Map(stored.map(({ id, merchantId, sid }) => [`${merchantId} ${sid}`, id]));
  const places = wanted.map((input): PlannedEndpoint => {
    const id = known.get(`${input.merchantId} ${input.sid}`);
    return id === undefined ? { ...input, id: createEndpointId(), outcome: "added" } : { ...input, id, outcome: "unchanged" };
  });
  const added = places.flatMap(({ id, merchantId, sid, outcome }) =>
    outcome === "added" ? [{ id, environment, merchantId, sid, createdBy: by }] : [],
  );
  if (added.length > 0) await db.insert(notifyEndpoint).values(added);
  return places;
}

/**
 * Each key is sent once: thousands of endpoints may share it. A retired one stays retired, unlike one that a person adds to an
 * endpoint (`addCertificates`): an import that is repeated must not accept it again.
 */
async function addKeys(db: Queryable, places: readonly PlannedEndpoint[], by: string): Promise<Ensured[]> {
  const pairs = places.flatMap(({ id, certificates }) => certificates.map(({ fingerprint }) => ({ id, fingerprint })));
  const keys = new Map(places.flatMap(({ certificates }) => certificates.map((key) => [key.fingerprint, key])));
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${notifyCertificate}
      (endpoint_id, fingerprint, label, public_key_pem, key_bits, valid_from, valid_until, added_by)
    select pair.id, key.*, ${by}
    from unnest(${sql.param(pairs.map(({ id }) => id))}::text[], ${sql.param(pairs.map(({ fingerprint }) => fingerprint))}::text[])
      as pair (id, fingerprint)
    join jsonb_to_recordset(${JSON.stringify([...keys.values()])}::jsonb) as key (
      fingerprint text, label text, "publicKeyPem" text, "keyBits" int, "validFrom" timestamptz, "validUntil" timestamptz
    ) using (fingerprint)
    on conflict do nothing
    returning endpoint_id as id`);
  const changed = new Set(rows.map(({ id }) => id));
  return places.map(({ id, outcome }) => ({ id, outcome: outcome === "unchanged" && changed.has(id) ? "changed" : outcome }));
}
