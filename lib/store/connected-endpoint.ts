import { and, eq } from "drizzle-orm";
import { parseCertificateInput } from "../notify/certificate.ts";
import { createEndpointId } from "../notify/endpoint-id.ts";
import type { SaveOutcome } from "./credentials.ts";
import { addCertificates, type EndpointRow, insertEndpoint } from "./endpoints.ts";
import type { Queryable } from "./open-store.ts";
import { notifyEndpoint } from "./schema/notification.ts";

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
