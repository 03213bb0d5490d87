import { and, desc, eq, gt, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { mirrorRun } from "./schema/mirror.ts";
import { notifyCertificate, notifyEndpoint } from "./schema/notification.ts";

/** Merchants of an environment with an endpoint that accepts no certificate at that moment: all it receives is answered 503. */
export async function findWithoutCertificate(db: Queryable, environment: string, at: Date): Promise<ReadonlySet<string>> {
  const accepted = db
    .select({ one: sql`1` })
    .from(notifyCertificate)
    .where(
      and(
        eq(notifyCertificate.endpointId, notifyEndpoint.id),
        or(isNull(notifyCertificate.endsAt), gt(notifyCertificate.endsAt, at)),
      ),
    );
  const rows = await db
    .selectDistinct({ merchantId: notifyEndpoint.merchantId })
    .from(notifyEndpoint)
    .where(and(eq(notifyEndpoint.environment, environment), notExists(accepted)));
  return new Set(rows.map(({ merchantId }) => merchantId));
}

/** Merchants of an environment whose ledger sync failed when it ended last. */
export async function findFailedSyncs(db: Queryable, environment: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinctOn([mirrorRun.merchantId], { merchantId: mirrorRun.merchantId, state: mirrorRun.state })
    .from(mirrorRun)
    .where(
      and(eq(mirrorRun.environment, environment), eq(mirrorRun.kind, "follow"), inArray(mirrorRun.state, ["done", "failed"])),
    )
    .orderBy(mirrorRun.merchantId, desc(mirrorRun.createdAt));
  return new Set(rows.flatMap(({ merchantId, state }) => (state === "failed" ? [merchantId] : [])));
}
