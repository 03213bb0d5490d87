import { randomBytes } from "node:crypto";
import { accountFor } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import type { RecordKind } from "../storage.ts";
import type { World } from "../world.ts";
import { createOrder, findOrder, type NewOrder, type Order } from "./orders.ts";

export type CheckoutLink = { token: string; orderId: string; expiresAt: number };

/** The value is the order's id. */
export const linkKind: RecordKind<string> = "link";
const lifeMs = 30 * 60_000;
const tokenBytes = 16;

/** Creates an order with an unguessable link: valid for one payment, within half an hour. In a currency that the merchant takes. */
export async function createLink(world: World, order: NewOrder): Promise<CheckoutLink> {
  const profile = findProfile(order.slug);
  if (!profile || !accountFor(profile, order.currency)) throw new Error(`${order.slug} has no account in ${order.currency}.`);
  const { id, orderId } = await createOrder(world, order);
  const token = randomBytes(tokenBytes).toString("hex");
  const expiresAt = world.now() + lifeMs;
  await world.storage.insert({ kind: linkKind, key: token, group: order.slug, at: expiresAt, tag: "", value: id });
  return { token, orderId, expiresAt };
}

export function isLinkToken(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The order of a link, and whether it can still be paid. */
export async function findLink(
  world: World,
  token: string,
): Promise<{ order: Order; isOpen: boolean; expiresAt: number } | undefined> {
  const record = isLinkToken(token) ? await world.storage.find(linkKind, token) : undefined;
  const order = record && (await findOrder(world, record.value));
  return order && { order, isOpen: order.status === "pending" && world.now() < record.at, expiresAt: record.at };
}
