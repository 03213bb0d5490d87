import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../connection/open-store.ts";
import { forward } from "../schema/forward.ts";
import {
  delivery,
  deliveryKey,
  eventKey,
  notifyEndpoint,
  quarantine,
  referenceKey,
  refusedKey,
  refusedStore,
} from "../schema/notification.ts";

/** Tables with data received by endpoints, in the order of removal. */
const receivedTables = [forward, delivery, deliveryKey, eventKey, referenceKey, refusedKey, refusedStore, quarantine];

/** Removes what was received in an environment; endpoints, their addresses and keys stay. */
export async function deleteDeliveries(tx: Transaction, environment: string): Promise<void> {
  const endpoints = await tx
    .select({ id: notifyEndpoint.id })
    .from(notifyEndpoint)
    .where(eq(notifyEndpoint.environment, environment));
  // Including those of removed endpoints.
  await tx.delete(delivery).where(eq(delivery.environment, environment));
  await deleteReceived(
    tx,
    endpoints.map(({ id }) => id),
  );
}

/** Removes what these endpoints received. */
export async function deleteReceived(tx: Transaction, endpointIds: readonly string[]): Promise<void> {
  const ids = sql.param([...endpointIds]);
  for (const table of receivedTables) {
    await tx.delete(table).where(sql`${table.endpointId} = any(${ids}::text[]::${sql.raw(table.endpointId.getSQLType())}[])`);
  }
}
