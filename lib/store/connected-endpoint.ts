import { and, eq, sql } from "drizzle-orm";
import { type NotifyCertificate, parseCertificateInput } from "../notify/certificate.ts";
import { createEndpointId } from "../notify/endpoint-id.ts";
import type { SaveOutcome } from "./credentials.ts";
import { addCertificates, type EndpointRow, insertEndpoint } from "./endpoints.ts";
import type { Queryable } from "./open-store.ts";
import { notifyCertificate, notifyEndpoint } from "./schema/notification.ts";

type Wanted = { environment: string; merchantId: string; sid: string; certificates: readonly string[]; by: string };

/** The merchant's endpoint of this SID: made when missing, given the keys it lacks; nothing is taken away. */
export async function ensureEndpoint(db: Queryable, wanted: Wanted): Promise<{ endpoint: EndpointRow; outcome: SaveOutcome }> {
  const { environment, merchantId, sid, by } = wanted;
  const [known] = await db
    .select()
    .from(notifyEndpoint)
    .where(and(eq(notifyEndpoint.merchantId, merchantId), eq(notifyEndpoint.sid, sid)));
  const endpoint = known ?? (await insertEndpoint(db, { id: createEndpointId(), environment, merchantId, sid, createdBy: by }));
  const certificates = wanted.certificates.flatMap((text) => {
    const parsed = parseCertificateInput(text);
    return "problem" in parsed ? [] : parsed.certificates;
  });
  const added = await addCertificates(db, { endpointId: endpoint.id, certificates, by });
  return { endpoint, outcome: known ? (added > 0 ? "changed" : "unchanged") : "added" };
}

export async function saveConnectedEndpoint(db: Queryable, wanted: Wanted): Promise<SaveOutcome> {
  return (await ensureEndpoint(db, wanted)).outcome;
}

type ManyWanted = { merchantId: string; sid: string; certificates: readonly NotifyCertificate[] };

const insertedAtOnce = 500;

/** Like `ensureEndpoint` for many merchants in few statements. Returns the endpoints' ids in the order given. */
export async function ensureEndpoints(
  db: Queryable,
  { environment, by, wanted }: { environment: string; by: string; wanted: readonly ManyWanted[] },
): Promise<string[]> {
  const merchantIds = sql.param(wanted.map(({ merchantId }) => merchantId));
  const stored = await db
    .select({ id: notifyEndpoint.id, merchantId: notifyEndpoint.merchantId, sid: notifyEndpoint.sid })
    .from(notifyEndpoint)
    .where(sql`${notifyEndpoint.merchantId} = any(${merchantIds}::uuid[])`);
  const known = new Map(stored.map(({ id, merchantId, sid }) => [`${merchantId} ${sid}`, id]));
  const endpoints = wanted.map((each) => {
    const id = known.get(`${each.merchantId} ${each.sid}`);
    return { ...each, id: id ?? createEndpointId(), isNew: id === undefined };
  });
  const added = endpoints.flatMap(({ id, merchantId, sid, isNew }) =>
    isNew ? [{ id, environment, merchantId, sid, createdBy: by }] : [],
  );
  for (const rows of inParts(added)) await db.insert(notifyEndpoint).values(rows);
  await addMissingCertificates(db, endpoints, by);
  return endpoints.map(({ id }) => id);
}

/** One statement for each key: thousands of endpoints may hold the same, and its text is long. */
async function addMissingCertificates(
  db: Queryable,
  endpoints: readonly { id: string; certificates: readonly NotifyCertificate[] }[],
  by: string,
): Promise<void> {
  const ids = sql.param(endpoints.map(({ id }) => id));
  const stored = await db
    .select({ endpointId: notifyCertificate.endpointId, fingerprint: notifyCertificate.fingerprint })
    .from(notifyCertificate)
    .where(sql`${notifyCertificate.endpointId} = any(${ids}::text[])`);
  const known = new Set(stored.map(({ endpointId, fingerprint }) => `${endpointId} ${fingerprint}`));
  const missing = endpoints.flatMap(({ id, certificates }) =>
    certificates.flatMap((certificate) => (known.has(`${id} ${certificate.fingerprint}`) ? [] : [{ id, certificate }])),
  );
  for (const [, held] of Map.groupBy(missing, ({ certificate }) => certificate.fingerprint)) {
    const [first] = held;
    if (!first) continue;
    const { label, publicKeyPem, fingerprint, keyBits, validFrom, validUntil } = first.certificate;
    await db.execute(sql`
      insert into notify_certificate (endpoint_id, label, public_key_pem, fingerprint, key_bits, valid_from, valid_until, added_by)
      select endpoint_id, ${label}, ${publicKeyPem}, ${fingerprint}, ${keyBits}::int, ${validFrom?.toISOString() ?? null}::timestamptz,
        ${validUntil?.toISOString() ?? null}::timestamptz, ${by}
      from unnest(${sql.param(held.map(({ id }) => id))}::text[]) as endpoint_id on conflict do nothing`);
  }
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / insertedAtOnce) }, (_, part) =>
    items.slice(part * insertedAtOnce, (part + 1) * insertedAtOnce),
  );
}
