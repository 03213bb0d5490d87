import { AppError } from "#lib/core/errors.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import { type Caller, jsonType } from "../api-client.ts";
import { withSegment } from "../path-segment.ts";
import type { GatewayPage, GatewayPayment, PaymentCancellation } from "../records.ts";
import type { ChangeOptions, PaymentRequest, RefundRequest, RequestPreview, ReversalRequest } from "../requests.ts";
import { endpoint } from "../sign-in-call.ts";
import type { GatewayEnvironment, GatewayOptions } from "../types.ts";
import { isWireRecord, type WireValue } from "../wire/exact-json.ts";
import { toBuiltBody, toCancellation, toGatewayPayment, toPaymentBody, toRefundBody, toReversalBody } from "../wire/payment.ts";
import { readPage, shortPageMax } from "./read-page.ts";

const path = "/epos/v1/payments";

export async function createPayment(
  caller: Caller,
  options: GatewayOptions,
  { signal, isLate, ...request }: PaymentRequest & ChangeOptions,
): Promise<GatewayPayment> {
  const body = toPaymentBody(request, options);
  return changedPayment(await caller.change({ method: "POST", path, body, signal, isLate }), options);
}

/** The request of the call above, without sending it. */
export function previewPayment(environment: GatewayEnvironment, request: PaymentRequest): RequestPreview {
  const hidden = ["Authorization", "X-Session"].map((name) => ({ name, value: "(secret)" }));
  return {
    method: "POST",
    url: endpoint(environment, path).href,
    headers: [
      { name: "Accept", value: "application/json" },
      { name: "Content-Type", value: jsonType },
      ...hidden,
      { name: "X-Partner-Id", value: "(set in the connection)" },
      { name: "X-Application-Id", value: "(set in the connection)" },
    ],
    body: JSON.stringify(toPaymentBody(request, environment.options), null, 2),
    builtBody: JSON.stringify(toBuiltBody(request, environment.options), null, 2),
  };
}

export async function getPayment(caller: Caller, options: GatewayOptions, id: string): Promise<GatewayPayment> {
  const body = await caller.read({ method: "GET", path: withSegment(path, "paymentId", id) });
  const payment = isWireRecord(body) ? toGatewayPayment(body, zoneOf(options), id) : undefined;
  if (!payment || (payment.statusText === null && payment.amountMinor === null)) {
    throw new AppError("gateway_protocol", { message: gatewayText("gateway_without_payment") });
  }
  return payment;
}

export function listPayments(
  caller: Caller,
  options: GatewayOptions,
  { terminalId, page, pageSize }: { terminalId: string; page: number; pageSize?: number },
): Promise<GatewayPage<GatewayPayment>> {
  return readPage(caller, {
    path,
    page,
    pageSize: pageSize ?? Math.min(options.pageSize, shortPageMax),
    pageSizeName: options.pageSizeName,
    query: { terminal_id: terminalId },
    toRow: (record) => toGatewayPayment(record, zoneOf(options)),
  });
}

export async function cancelPayment(caller: Caller, id: string, { signal, isLate }: ChangeOptions): Promise<PaymentCancellation> {
  const body = await caller.change({ method: "DELETE", path: withSegment(path, "paymentId", id), signal, isLate });
  return toCancellation(isWireRecord(body) ? body : undefined, id);
}

export async function reversePayment(
  caller: Caller,
  options: GatewayOptions,
  id: string,
  { signal, isLate, ...request }: ReversalRequest & ChangeOptions,
): Promise<GatewayPayment> {
  const reversal = { method: "POST", path: `${withSegment(path, "paymentId", id)}/reversal` } as const;
  const body = toReversalBody(request, options);
  return changedPayment(await caller.change({ ...reversal, body, signal, isLate }), options, id);
}

export async function refundPayment(
  caller: Caller,
  options: GatewayOptions,
  { signal, isLate, ...request }: RefundRequest & ChangeOptions,
): Promise<GatewayPayment> {
  const body = toRefundBody(request, options);
  return changedPayment(await caller.change({ method: "POST", path: `${path}/refund`, body, signal, isLate }), options);
}

function zoneOf({ paymentZone, zone }: GatewayOptions): string {
  return paymentZone ?? zone;
}

/** A 2xx response that cannot be parsed may well have happened: outcome_unknown, never a refusal. */
function changedPayment(body: WireValue | undefined, options: GatewayOptions, askedId?: string): GatewayPayment {
  const payment = isWireRecord(body) ? toGatewayPayment(body, zoneOf(options), askedId) : undefined;
  if (!payment) throw new AppError("outcome_unknown", { cause: gatewayText("gateway_without_payment") });
  return payment;
}
