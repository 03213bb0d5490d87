import type { Delivery } from "#lib/notifications/ports.ts";
import type { Queryable } from "../connection/open-store.ts";

/**
 * What is to follow a commit of deliveries to endpoints that forward, written inside it: called once for each transaction
 * with the acting ones that it makes known as valid for the first time; `id` is the stored row's. What it writes with `tx` commits with them. It must
 * not throw for a reason that lies in one delivery.
 */
export type DeliveryOutbox = (tx: Queryable, deliveries: readonly Delivery[]) => Promise<void>;
