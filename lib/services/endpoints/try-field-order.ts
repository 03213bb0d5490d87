import { type FieldOrderTrial, fieldOrderOperations, fieldOrderTrialSchema } from "#lib/contract/field-order.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseDecimal } from "#lib/core/money.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { coreText } from "#lib/core/texts.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import type { EndpointRow } from "#lib/db/endpoints/endpoints.ts";
import { listValidIds, readStoredBodies, type StoredBody } from "#lib/db/endpoints/field-order-evidence.ts";
import { toPlainText } from "#lib/notifications/receive/to-event.ts";
import { actingMethods, isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { type FieldOrder, partsOf, readParts } from "#lib/notifications/verification/field-order.ts";
import { type Pair, parseForm } from "#lib/notifications/verification/form.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";
import { requireFieldOrder } from "./require-field-order.ts";

const checkedMax = 5_000;
const listedMax = 100;

/**
 * The stored valid notifications of these methods whose meaning would change if their values were split in another field
 * order. Changes nothing, and none of them would take effect again: each signed text takes effect once.
 */
export async function tryFieldOrder(
  ctx: ServiceContext,
  { input, ...place }: EndpointPlace & { input: unknown },
): Promise<FieldOrderTrial> {
  requireRole(ctx, fieldOrderOperations.tryFieldOrder);
  const { endpoint } = await requireEndpoint(ctx, place);
  const { order, methods = actingMethods } = parseInput(fieldOrderOperations.tryFieldOrder.query, input);
  requireFieldOrder(order);
  if (!methods.every(isActingMethod)) throw new AppError("invalid_input", { fields: [{ field: "methods", ...notActing }] });
  const ids = await listValidIds(ctx.db, { endpointId: endpoint.id, methods }, checkedMax + 1);
  const checked = ids.slice(0, checkedMax);
  const items: FieldOrderTrial["items"] = [];
  let differing = 0;
  for await (const row of readStoredBodies(ctx.db, checked)) {
    const item = tryOne(row, parseForm(openBody(ctx.vault, row)) ?? [], { order, endpoint });
    if (!item) continue;
    differing += 1;
    if (items.length < listedMax) items.push(item);
  }
  const hasMore = ids.length > checkedMax;
  return fieldOrderTrialSchema.parse({ order, methods, checked: checked.length, hasMore, differing, items });
}

const notActing = coreText("not_one_of", { values: actingMethods.join(", ") });

function tryOne(
  row: StoredBody,
  pairs: readonly Pair[],
  { order, endpoint }: { order: FieldOrder; endpoint: EndpointRow },
): FieldOrderTrial["items"][number] | undefined {
  const signed = pairs.filter(({ lowerName }) => lowerName !== "signature");
  const parts = partsOf(signed);
  const reading = readParts(parts, { order, sid: endpoint.sid });
  if (!reading) return undefined;
  const { amount, currency, orderAt } = reading;
  const amountMinor = amount === null ? null : (parseDecimal(amount, currency) ?? null);
  // The part after the order number may be personal, so it is not shown.
  const orderId = parts.slice(orderAt, endOfOrder(signed)).join("-");
  const isSame = orderId === row.orderId && amountMinor === row.amountMinor && currency === row.currency;
  return isSame
    ? undefined
    : {
        ...{ id: row.id, method: row.method, amountMinor: row.amountMinor, currency: row.currency },
        receivedAt: row.receivedAt.toISOString(),
        orderId: row.orderId === null ? null : maskCardNumbers(row.orderId),
        wouldSay: { orderId: orderId === "" ? null : maskCardNumbers(toPlainText(orderId)), amountMinor, currency },
      };
}

/** The number of parts of the text up to the end of the current order number. */
function endOfOrder(signed: readonly Pair[]): number {
  const at = signed.findIndex(({ lowerName }) => lowerName === "orderid");
  return partsOf(signed.slice(0, at + 1)).length;
}
