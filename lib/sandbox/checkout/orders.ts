import { randomBytes } from "node:crypto";
import type { RecordBody, RecordKind } from "../storage.ts";
import type { World } from "../world.ts";
import type { PayMethod } from "./methods.ts";

/** pending → paying → paid, reversed (no OK from the shop) or canceled; paid → refunded. */
export type OrderStatus = "pending" | "paying" | "paid" | "refunded" | "reversed" | "canceled";

/** The states of orders that nobody paid. */
export const unpaidStatuses: readonly OrderStatus[] = ["pending", "canceled"];

export function isUnpaid({ status }: Order): boolean {
  return unpaidStatuses.includes(status);
}

export type Customer = { email?: string; phone?: string; firstNames?: string; familyName?: string };

/** How an order was paid: the fields of its notification besides the order's. */
export type OrderPayment = {
  at: number;
  trnref: string;
  stan: string;
  method: PayMethod;
  lastDigits: string;
  customer: Customer;
  /** Its reference in the merchant's ledger. */
  paymentReference: string;
  /** The ledger names neither the IPC_Trnref nor the order id. */
  isUnlinked?: boolean;
};

export type Order = {
  id: string;
  slug: string;
  orderId: string;
  amountMinor: number;
  currency: string;
  status: OrderStatus;
  createdAt: number;
  payment: OrderPayment | null;
};

export const orderKind: RecordKind<Order> = "order";

/** Who pays an order id: the tag is the order's own id. */
export const payerKind = "order-payer";

/** Orders of the last minute that the page created: those of links and of the control API are not limited. */
const startKind = "checkout-start";

export type NewOrder = Pick<Order, "slug" | "amountMinor" | "currency"> & { orderId?: string };

/** Creates an order with an unguessable id. */
export async function createOrder(world: World, { orderId, ...order }: NewOrder): Promise<Order> {
  const created: Order = {
    ...order,
    id: randomBytes(16).toString("hex"),
    orderId: orderId ?? `ORD-${randomBytes(5).toString("hex").toUpperCase()}`,
    status: "pending",
    createdAt: world.now(),
    payment: null,
  };
  await world.storage.insert({ kind: orderKind, key: created.id, ...toRecord(created) });
  return created;
}

/** False when the page created this many orders since then, of all shops together; otherwise counts one more. */
export async function countStart(
  { storage, now }: World,
  { sinceMs, most }: { sinceMs: number; most: number },
): Promise<boolean> {
  await storage.removeRange(startKind, { to: sinceMs });
  if ((await storage.count(startKind, {})) >= most) return false;
  return storage.insert({ kind: startKind, key: randomBytes(16).toString("hex"), group: "", at: now(), tag: "", value: null });
}

/** False when another order with this id was paid, or may still be reversed: an unpaid id may be used again. */
export async function claimOrderId(world: World, order: Order): Promise<boolean> {
  const { slug, id } = order;
  const claim = { kind: payerKind, key: payerKey(order), group: slug, at: world.now(), tag: id, value: null };
  return (await world.storage.insert(claim)) || (await findPayer(world, order)) === id;
}

/** The own id of the order that was paid with this order id. */
export async function findPayer({ storage }: World, order: Pick<Order, "slug" | "orderId">): Promise<string | undefined> {
  return (await storage.find(payerKind, payerKey(order)))?.tag;
}

/** Of a canceled order, or once the shop knows of the reversal, which would be taken for that of a later payment before. */
export function releaseOrderId({ storage }: World, order: Order): Promise<void> {
  return storage.update(payerKind, payerKey(order), (record) => ({
    record: record?.tag === order.id ? null : undefined,
    result: undefined,
  }));
}

function payerKey({ slug, orderId }: Pick<Order, "slug" | "orderId">): string {
  return `${slug} ${orderId}`;
}

export async function findOrder({ storage }: World, id: string): Promise<Order | undefined> {
  return (await storage.find(orderKind, id))?.value;
}

/** Changes the state of an order; undefined when another process was first and it is no longer in state `from`. */
export function moveOrder(
  world: World,
  id: string,
  from: OrderStatus,
  change: Pick<Order, "status"> & Partial<Pick<Order, "payment">>,
): Promise<Order | undefined> {
  return world.storage.update(orderKind, id, (record) => {
    const order = record?.value;
    if (order?.status !== from) return { record: undefined, result: undefined };
    const next = { ...order, ...change };
    return { record: toRecord(next), result: next };
  });
}

function toRecord(order: Order): RecordBody<Order> {
  return { group: order.slug, at: order.createdAt, tag: order.status, value: order };
}
