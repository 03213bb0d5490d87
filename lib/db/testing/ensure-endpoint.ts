import { eq } from "drizzle-orm";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import type { Queryable } from "../connection/open-store.ts";
import { ensureEndpoints } from "../endpoints/connected-endpoint.ts";
import type { EndpointRow } from "../endpoints/endpoints.ts";
import { notifyEndpoint } from "../schema/notification.ts";

type EndpointInput = { environment: string; merchantId: string; sid: string; certificates: readonly string[]; by: string };

/** A merchant's endpoint of this SID with these certificates. */
export async function ensureEndpoint(
  db: Queryable,
  { environment, by, ...wanted }: EndpointInput,
): Promise<{ endpoint: EndpointRow }> {
  const certificates = wanted.certificates.flatMap((text) => {
    const parsed = parseCertificateInput(text);
    return "problem" in parsed ? [] : parsed.certificates;
  });
  const [ensured] = await ensureEndpoints(db, { environment, by, wanted: [{ ...wanted, certificates }] });
  const [endpoint] = await db
    .select()
    .from(notifyEndpoint)
    .where(eq(notifyEndpoint.id, ensured?.id ?? ""));
  if (!endpoint) throw new Error("The endpoint was not stored.");
  return { endpoint };
}
