import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "./open-store.ts";
import { forward } from "./schema/forward.ts";
import {
  delivery,
  deliveryKey,
  eventKey,
  notifyEndpoint,
  quarantine,
  referenceKey,
  refusedKey,
  refusedStore,
} from "./schema/notification.ts";

/** What endpoints received is in these; in the order of removal. */
const receivedTables = [forward, delivery, deliveryKey, eventKey, referenceKey, refusedKey, refusedStore, quarantine];

/** Removes what was received in an environment; the endpoints, their addresses and keys stay. */
export async function forgetDeliveries(tx: Transaction, environment: string): Promise<void> {
  const endpoints = tx.select({ id: notifyEndpoint.id }).from(notifyEndpoint).where(eq(notifyEndpoint.environment, environment));
  // Those of removed endpoints too.
  await tx.delete(delivery).where(eq(delivery.environment, environment));
  for (const table of receivedTables) await tx.delete(table).where(inArray(table.endpointId, endpoints));
}

/** Removes what these endpoints received. */
export async function forgetReceived(tx: Transaction, endpointIds: readonly string[]): Promise<void> {
  for (const table of receivedTables) await tx.delete(table).where(inArray(table.endpointId, [...endpointIds]));
}
