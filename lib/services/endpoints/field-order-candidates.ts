import type { FieldOrderCandidate } from "#lib/contract/field-order.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import type { EndpointRow } from "#lib/db/endpoints/endpoints.ts";
import { countValidSince, listRefusedIds, readStoredBodies, type StoredBody } from "#lib/db/endpoints/field-order-evidence.ts";
import type { NotifyEndpoint } from "#lib/notifications/ports.ts";
import { actingMethods } from "#lib/notifications/verification/accepted-names.ts";
import { defaultFieldOrder, type FieldOrder, isSameOrder, readFieldOrder } from "#lib/notifications/verification/field-order.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import { verifyNotification } from "#lib/notifications/verification/verify.ts";
import type { ServiceContext } from "../context.ts";
import { findEndpointNow } from "../notifications/internal/endpoint-rules.ts";

const refusedMax = 1_000;
/** Different order numbers of one method, and so different signed texts: one message under changed names is no evidence. */
const ordersMin = 3;
const examplesMax = 5;

type Refused = { order: FieldOrder; row: StoredBody };

/**
 * The orders in which enough genuine notifications of a method were rejected, the latest first, each with those methods.
 * Counts only deliveries that a current certificate proves, that would be fully valid in that order, and whose text had no
 * effect before. Where the order is not required, none is offered.
 */
export async function findCandidates(ctx: ServiceContext, row: EndpointRow): Promise<FieldOrderCandidate[]> {
  const endpoint = await findEndpointNow(ctx, row.id, { atMs: ctx.clock.now() });
  if (!endpoint?.strictLayout) return [];
  const groups = Map.groupBy(await readRefused(ctx, endpoint), ({ order }) => order.join());
  const candidates: FieldOrderCandidate[] = [];
  for (const refused of groups.values()) {
    const candidate = await toCandidate(ctx, { endpoint, refused });
    if (candidate) candidates.push(candidate);
  }
  return candidates.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
}

async function readRefused(ctx: ServiceContext, endpoint: NotifyEndpoint): Promise<Refused[]> {
  const { id: endpointId, merchantId, sid, fieldOrder } = endpoint;
  const inForce = fieldOrder?.names ?? defaultFieldOrder;
  const earlier = [...(fieldOrder?.earlier ?? []), inForce];
  const refused: Refused[] = [];
  const ids = await listRefusedIds(ctx.db, { endpointId, merchantId, sid }, refusedMax);
  for await (const row of readStoredBodies(ctx.db, ids)) {
    const pairs = parseForm(openBody(ctx.vault, row)) ?? [];
    const order = readFieldOrder(pairs.filter(({ lowerName }) => lowerName !== "signature"));
    if (!order || row.method === null || isSameOrder(order, defaultFieldOrder)) continue;
    if (isSameOrder(order, inForce) && fieldOrder?.methods.includes(row.method)) continue;
    const accepted = { names: order, methods: [row.method], earlier };
    const { verdict } = verifyNotification(pairs, { ...endpoint, fieldOrder: accepted, entryPoint: "notify" });
    if (verdict === "valid") refused.push({ order, row });
  }
  return refused;
}

async function toCandidate(
  ctx: ServiceContext,
  { endpoint, refused: all }: { endpoint: NotifyEndpoint; refused: readonly Refused[] },
): Promise<FieldOrderCandidate | undefined> {
  const methods = actingMethods.filter((method) => countOrders(all.filter(({ row }) => row.method === method)) >= ordersMin);
  const refused = all.filter(({ row }) => methods.some((method) => method === row.method));
  const [first] = refused;
  if (!first) return undefined;
  const times = refused.map(({ row }) => row.receivedAt.getTime());
  const firstSeenAt = new Date(Math.min(...times));
  const lastSeenAt = new Date(Math.max(...refused.map(({ row }) => row.lastSeenAt.getTime())));
  const latest = refused.toSorted((a, b) => b.row.receivedAt.getTime() - a.row.receivedAt.getTime());
  return {
    order: [...first.order],
    methods,
    texts: refused.length,
    orders: countOrders(refused),
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    examples: latest.slice(0, examplesMax).map(({ row }) => row.id),
    validSince: await countValidSince(ctx.db, { endpointId: endpoint.id, methods }, firstSeenAt),
  };
}

function countOrders(refused: readonly Refused[]): number {
  return new Set(refused.map(({ row }) => row.orderId)).size;
}
