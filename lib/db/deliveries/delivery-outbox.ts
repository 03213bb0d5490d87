import type { Delivery } from "#lib/notifications/ports.ts";
import type { Queryable } from "../connection/open-store.ts";

/**
 * Writes follow-up work inside the transaction that stores deliveries: called once per transaction with the acting deliveries that
 * become valid in it, without forwarding only with Rollbacks; `id` is the stored row's. Writes with `tx` are committed with them.
 * It must not throw because of a single delivery.
 */
export type DeliveryOutbox = (tx: Queryable, deliveries: readonly Delivery[]) => Promise<void>;
