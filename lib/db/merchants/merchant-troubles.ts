import { and, eq, gt, isNull, notExists, or, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { notifyCertificate, notifyEndpoint } from "../schema/notification.ts";

/** Merchants with an endpoint that accepts no certificate at that time: it answers everything with 503. */
export async function findWithoutCertificate(
  db: Queryable,
  merchantIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (merchantIds.length === 0) return new Set();
  const accepted = db
    .select({ one: sql`1` })
    .from(notifyCertificate)
    .where(
      and(
        eq(notifyCertificate.endpointId, notifyEndpoint.id),
        or(isNull(notifyCertificate.endsAt), gt(notifyCertificate.endsAt, at)),
      ),
    );
  const isListed = sql`${notifyEndpoint.merchantId} = any(${sql.param([...merchantIds])}::uuid[])`;
  const rows = await db
    .selectDistinct({ merchantId: notifyEndpoint.merchantId })
    .from(notifyEndpoint)
    .where(and(isListed, notExists(accepted)));
  return new Set(rows.map(({ merchantId }) => merchantId));
}
