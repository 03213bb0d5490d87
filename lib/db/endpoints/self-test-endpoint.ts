import { randomUUID } from "node:crypto";
import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import { selfTestEnvironment } from "#lib/notifications/self-test/environment.ts";
import type { NotifyCertificate } from "#lib/notifications/verification/certificate.ts";
import type { Database } from "../connection/open-store.ts";
import { deleteReceived } from "../deliveries/delete-deliveries.ts";
import { alert } from "../schema/alert.ts";
import { liveEvent } from "../schema/live-event.ts";
import { delivery, notifyEndpoint } from "../schema/notification.ts";
import { addCertificates, type EndpointRow, insertEndpoint } from "./endpoints.ts";

type Rules = Pick<EndpointRow, "sid" | "strictLayout" | "fieldOrder">;
type SelfTestOptions = Rules & { certificates: readonly NotifyCertificate[]; by: string };

/** Creates a temporary endpoint without merchant and environment for one self-test. Returns its id. */
export function createSelfTestEndpoint(db: Database, { certificates, by, ...rules }: SelfTestOptions): Promise<string> {
  const id = createEndpointId();
  return db.transaction(async (tx) => {
    await insertEndpoint(tx, {
      id,
      environment: selfTestEnvironment,
      merchantId: randomUUID(),
      ...rules,
      createdBy: by,
    });
    await addCertificates(tx, { endpointId: id, certificates, by });
    return id;
  });
}

/** Removes the endpoint with all it received, and the leftovers of processes that were killed. */
export async function removeSelfTestEndpoint(db: Database, id: string, { leftBefore }: { leftBefore: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoints = await tx
      .select({ id: notifyEndpoint.id, merchantId: notifyEndpoint.merchantId })
      .from(notifyEndpoint)
      .where(
        and(
          eq(notifyEndpoint.environment, selfTestEnvironment),
          or(eq(notifyEndpoint.id, id), lt(notifyEndpoint.createdAt, leftBefore)),
        ),
      );
    if (endpoints.length === 0) return;
    const ids = endpoints.map((endpoint) => endpoint.id);
    const merchantIds = endpoints.map(({ merchantId }) => merchantId);
    await deleteReceived(tx, ids);
    await tx.delete(alert).where(and(eq(alert.environment, selfTestEnvironment), inArray(alert.subject, ids)));
    await tx.delete(liveEvent).where(inArray(liveEvent.merchantId, merchantIds));
    await tx.delete(notifyEndpoint).where(inArray(notifyEndpoint.id, ids));
  });
}

/** How many bodies an endpoint stores, how many of them are valid, and the highest number of repeats. */
export async function countKept(db: Database, endpointId: string): Promise<{ kept: number; valid: number; seenMax: number }> {
  const [row] = await db
    .select({
      kept: sql<number>`count(*)::int`,
      valid: sql<number>`(count(*) filter (where ${delivery.verdict} = 'valid'))::int`,
      seenMax: sql<number>`coalesce(max(${delivery.seen}), 0)::int`,
    })
    .from(delivery)
    .where(eq(delivery.endpointId, endpointId));
  return row ?? { kept: 0, valid: 0, seenMax: 0 };
}
