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

/** Removes what was received in an environment; the endpoints, their addresses and keys stay. */
export async function forgetDeliveries(tx: Transaction, environment: string): Promise<void> {
  const endpoints = tx.select({ id: notifyEndpoint.id }).from(notifyEndpoint).where(eq(notifyEndpoint.environment, environment));
  await tx.delete(forward).where(inArray(forward.endpointId, endpoints));
  await tx.delete(delivery).where(eq(delivery.environment, environment));
  await tx.delete(deliveryKey).where(inArray(deliveryKey.endpointId, endpoints));
  await tx.delete(eventKey).where(inArray(eventKey.endpointId, endpoints));
  await tx.delete(referenceKey).where(inArray(referenceKey.endpointId, endpoints));
  await tx.delete(refusedKey).where(inArray(refusedKey.endpointId, endpoints));
  await tx.delete(refusedStore).where(inArray(refusedStore.endpointId, endpoints));
  await tx.delete(quarantine).where(inArray(quarantine.endpointId, endpoints));
}
