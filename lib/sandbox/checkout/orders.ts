import { randomBytes } from "node:crypto";
import type { Json, StoredRecord } from "../storage.ts";
import type { World } from "../world.ts";

/** pending → paying → paid, reversed (no OK from the shop) or canceled. */
export type OrderStatus = "pending" | "paying" | "paid" | "reversed" | "canceled";

export type Order = {
  id: string;
  slug: string;
  orderId: string;
  amountMinor: number;
  currency: string;
  status: OrderStatus;
  createdAt: number;
  trnref: string | null;
  stan: string | null;
  /** The signed fields of the notification, in order; the redirect repeats them. */
  fields: [string, string][] | null;
};

const kind = "order";

export async function createOrder(
  world: World,
  order: Pick<Order, "slug" | "amountMinor" | "currency"> & { orderId?: string },
): Promise<Order> {
  const created: Order = {
    ...order,
    id: randomBytes(16).toString("hex"),
    orderId: order.orderId ?? `ORD-${randomBytes(5).toString("hex").toUpperCase()}`,
    status: "pending",
    createdAt: world.now(),
    trnref: null,
    stan: null,
    fields: null,
  };
  await world.storage.insert({ kind, key: created.id, ...toRecord(created) });
  return created;
}

export async function findOrder({ storage }: World, id: string): Promise<Order | undefined> {
  const record = await storage.find(kind, id);
  return record && (record.value as unknown as Order);
}

/** Moves an order on from one of the states named; undefined when it is in another: somebody was first. */
export function moveOrder(
  world: World,
  id: string,
  from: readonly OrderStatus[],
  change: Partial<Order>,
): Promise<Order | undefined> {
  return world.storage.update(kind, id, (record) => {
    const order = record && (record.value as unknown as Order);
    if (!order || !from.includes(order.status)) return { record: undefined, result: undefined };
    const next = { ...order, ...change };
    return { record: toRecord(next), result: next };
  });
}

function toRecord(order: Order): Omit<StoredRecord, "kind" | "key"> {
  return { group: order.slug, at: order.createdAt, tag: order.status, value: order as unknown as Json };
}
