import type { FieldOrderCandidate } from "../../contract/field-order.ts";
import { defaultFieldOrder, type FieldOrder, isSameOrder, readFieldOrder } from "../../notify/field-order.ts";
import { parseForm } from "../../notify/form.ts";
import type { NotifyEndpoint } from "../../notify/ports.ts";
import { judge } from "../../notify/verdict.ts";
import type { EndpointRow } from "../../store/endpoints.ts";
import { countValidSince, type KeptBody, listRefusedIds, readKeptBodies } from "../../store/field-order-evidence.ts";
import type { ServiceContext } from "../context.ts";
import { findEndpointNow } from "../notifications/endpoint-rules.ts";
import { openBody } from "../notifications/open-body.ts";

const refusedMax = 1_000;
/** Different order numbers, and so different signed texts: one message under changed names shows nothing. */
const ordersMin = 3;
const examplesMax = 5;

type Refused = { order: FieldOrder; row: KeptBody };

/**
 * The orders in which enough genuine notifications arrived and were refused, the latest first. Counted is only what a
 * certificate in force proves, what would be valid in that order as a whole, and what never acted before.
 */
export async function findCandidates(ctx: ServiceContext, row: EndpointRow): Promise<FieldOrderCandidate[]> {
  const endpoint = await findEndpointNow(ctx, row.id, { atMs: ctx.clock.now() });
  if (!endpoint) return [];
  const groups = Map.groupBy(await readRefused(ctx, endpoint), ({ order }) => order.join());
  const candidates: FieldOrderCandidate[] = [];
  for (const refused of groups.values()) {
    const candidate = await toCandidate(ctx, { endpoint, refused });
    if (candidate) candidates.push(candidate);
  }
  return candidates.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
}

async function readRefused(ctx: ServiceContext, endpoint: NotifyEndpoint): Promise<Refused[]> {
  const { id: endpointId, merchantId, fieldOrder } = endpoint;
  const refused: Refused[] = [];
  const ids = await listRefusedIds(ctx.db, { endpointId, merchantId }, refusedMax);
  for await (const row of readKeptBodies(ctx.db, ids)) {
    const pairs = parseForm(openBody(ctx.vault, row)) ?? [];
    const order = readFieldOrder(pairs.filter(({ lowerName }) => lowerName !== "signature"));
    if (!order || isSameOrder(order, fieldOrder ?? defaultFieldOrder) || isSameOrder(order, defaultFieldOrder)) continue;
    const { verdict } = judge(pairs, { ...endpoint, strictLayout: true, fieldOrder: order, door: "notify" });
    if (verdict === "valid") refused.push({ order, row });
  }
  return refused;
}

async function toCandidate(
  ctx: ServiceContext,
  { endpoint, refused }: { endpoint: NotifyEndpoint; refused: readonly Refused[] },
): Promise<FieldOrderCandidate | undefined> {
  const [first] = refused;
  const orders = new Set(refused.map(({ row }) => row.orderId)).size;
  if (!first || orders < ordersMin) return undefined;
  const times = refused.map(({ row }) => row.receivedAt.getTime());
  const firstSeenAt = new Date(Math.min(...times));
  const lastSeenAt = new Date(Math.max(...refused.map(({ row }) => row.lastSeenAt.getTime())));
  const latest = refused.toSorted((a, b) => b.row.receivedAt.getTime() - a.row.receivedAt.getTime());
  return {
    order: [...first.order],
    texts: refused.length,
    orders,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    examples: latest.slice(0, examplesMax).map(({ row }) => row.id),
    validSince: await countValidSince(ctx.db, endpoint.id, firstSeenAt),
  };
}
