import {
  type CheckedOrder,
  type OrderCheckStep,
  orderCheckOperations,
  orderCheckStepSchema,
  type ShopOrder,
} from "#lib/contract/order-check.ts";
import { addDays, dayNumberAt } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { sumParts } from "#lib/core/given-back.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listEndpoints } from "#lib/db/endpoints/endpoints.ts";
import { findUnlinkedMerchants } from "#lib/db/notifications/unlinked-merchants.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { readMerchant, toProblem } from "../transactions/read-merchants.ts";
import { decideVerdict, type Evidence, toldEventOf } from "./decide-verdict.ts";
import { findEvidence, type Place } from "./find-evidence.ts";
import { findLedgerGaps } from "./ledger-days.ts";
import { createTotals } from "./sum-verdicts.ts";

/** Days that were never read are worth a wait, since nothing can be proven without them. */
const readBudgetMs = 20_000;
const ordersAtOnce = 1_000;

type Question = { environment: Environment; merchant: string; input: unknown };
type Indexed = { order: ShopOrder; index: number };

/**
 * Compares a shop's orders with verified notifications and the ledger, in chunks by currency and day. Reads the ledger of those days first
 * where it is old. Nothing of the orders is stored; closing the stream ends the check.
 */
export async function* checkOrders(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: Question,
): AsyncGenerator<OrderCheckStep> {
  requireRole(ctx, orderCheckOperations.checkOrders);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { orders } = parseInput(orderCheckOperations.checkOrders.body, input);
  const zone = await findZone(ctx, environment);
  const sorted = orders.map((order, index): Indexed => ({ order, index })).sort(byDay);
  const [first, last] = [sorted[0]?.order.day ?? "", sorted.at(-1)?.order.day ?? ""];
  const days = { from: addDays(first, -1), to: addDays(last, 1) };
  yield { step: "reading", ...days };
  const state = await readMerchant(ctx, merchant, { days, zone, budgetMs: readBudgetMs });
  const problem = state.problem ?? (state.isComplete ? undefined : new AppError("gateway_timeout"));
  yield { step: "ledger", asOf: state.asOf?.toISOString() ?? null, problem: problem ? toProblem(problem) : null };
  const today = dayNumberAt(ctx.clock.now(), zone);
  const gapOf = await findLedgerGaps(ctx.db, { merchantId: merchant.id, zone, today });
  const endpoints = await listEndpoints(ctx.db, merchant.id);
  const unlinked = await findUnlinkedMerchants(ctx.db, { environment, merchantIds: [merchant.id] });
  const place: Place = {
    ...{ merchant, zone, gapOf, endpointIds: endpoints.map(({ id }) => id) },
    unlinked: new Map([[merchant.id, unlinked.has(merchant.id)]]),
    orderIds: new Set(orders.map(({ orderId }) => orderId)),
  };
  const totals = createTotals();
  for await (const { chunk, evidence, done } of findInChunks(sorted, (some) => findEvidence(ctx, place, some))) {
    const checked = evidence.map((item, at) => toChecked(item, chunk[at]?.index ?? 0));
    for (const [at, { verdict }] of checked.entries()) totals.add(verdict, chunk[at]?.order);
    const isPlain = checked.map((row, at) => saysTheSame(row, chunk[at]?.order));
    const equal = checked.filter((_, at) => isPlain[at]).map(({ index }) => index);
    const rows = checked.filter((_, at) => !isPlain[at]);
    yield orderCheckStepSchema.parse({ step: "checked", done, rows, equal });
  }
  yield { step: "end", totals: totals.list() };
}

/** The evidence of one chunk of a currency after the other; the next is searched for while one is compared. */
async function* findInChunks(all: readonly Indexed[], find: (orders: readonly ShopOrder[]) => Promise<Evidence[]>) {
  const chunks = [...Map.groupBy(all, ({ order }) => order.currency).values()].flatMap(toChunks);
  const search = (chunk: readonly Indexed[] = []) => {
    const evidence = find(chunk.map(({ order }) => order));
    // Reported when it is waited for, unless the check ends before.
    evidence.catch(() => {});
    return evidence;
  };
  let done = 0;
  let next = search(chunks[0]);
  for (const [at, chunk] of chunks.entries()) {
    const evidence = next;
    if (at + 1 < chunks.length) next = search(chunks[at + 1]);
    done += chunk.length;
    yield { chunk, evidence: await evidence, done };
  }
}

function toChunks(orders: readonly Indexed[]): (readonly Indexed[])[] {
  const count = Math.ceil(orders.length / ordersAtOnce);
  return Array.from({ length: count }, (_, at) => orders.slice(at * ordersAtOnce, (at + 1) * ordersAtOnce));
}

function byDay(left: Indexed, right: Indexed): number {
  return left.order.day < right.order.day ? -1 : left.order.day > right.order.day ? 1 : left.index - right.index;
}

/** Equal orders are sent as positions, unless one was not notified (as at a terminal), or booked in another currency. */
function saysTheSame({ verdict, notification, transaction }: CheckedOrder, order: ShopOrder | undefined): boolean {
  const isOrders = (money: Pick<ShopOrder, "currency"> & { amountMinor: number | null }) =>
    money.amountMinor === order?.amountMinor && money.currency === order?.currency;
  const isNotified = notification !== null && isOrders({ ...notification, currency: notification.currency ?? "" });
  return verdict === "equal" && isNotified && transaction !== null && isOrders(transaction);
}

function toChecked(evidence: Evidence, index: number): CheckedOrder {
  const { order, events, sale, givenBack } = evidence;
  const event = toldEventOf(events, order);
  const notification = event ? { id: event.id, amountMinor: event.amountMinor, currency: event.currency } : null;
  const returnedMinor = givenBack ? (givenBack.isReversed ? (sale?.amountMinor ?? null) : sumParts(givenBack)) : null;
  const notifications = events.filter(({ method }) => method === event?.method).length;
  return { index, ...decideVerdict(evidence), notification, notifications, transaction: sale ?? null, returnedMinor };
}
