import { applyPaymentBodyPatch, type PaymentBodyPatch } from "#lib/core/payment-body.ts";
import type { GatewayAmount, GatewayPayment, GatewayPaymentStatus, PaymentCancellation } from "../records.ts";
import type { PaymentRequest, RefundRequest, ReversalRequest } from "../requests.ts";
import { readMinorAmount } from "./amount.ts";
import type { WireRecord } from "./exact-json.ts";
import { WireReader } from "./reader.ts";

const statusWords: ReadonlyMap<string, GatewayPaymentStatus> = new Map([
  ["inprogress", "in_progress"],
  ["pending", "in_progress"],
  ["processing", "in_progress"],
  ["created", "in_progress"],
  ["success", "success"],
  ["successful", "success"],
  ["completed", "success"],
  ["approved", "success"],
  ["canceled", "canceled"],
  ["cancelled", "canceled"],
  ["failed", "failed"],
  ["reversed", "reversed"],
  ["rejected", "rejected"],
  ["declined", "rejected"],
]);

const idNames = ["payment_id", "id", "request_id"];

/** The status in our vocabulary; an unrecognised word is `unknown`, and stays in `statusText`. */
export function readPaymentStatus(text: string | null): GatewayPaymentStatus {
  return statusWords.get((text ?? "").toLowerCase().replace(/[\s_-]/g, "")) ?? "unknown";
}

/** A payment from any of the ePOS responses; undefined without an id. */
export function toGatewayPayment(record: WireRecord, zone: string, askedId?: string): GatewayPayment | undefined {
  const read = new WireReader(record);
  const id = read.text(...idNames) ?? askedId;
  if (id === undefined) return undefined;
  const statusText = read.text("status", "payment_status");
  const amount = readPaymentAmount(read);
  const created = read.time(zone, "created_at");
  const main = {
    id,
    status: readPaymentStatus(statusText),
    statusText,
    ...amount.money,
    tipMinor: amount.tipMinor,
    terminalId: read.text("terminal_id"),
    referenceNumber: read.text("reference_number"),
    description: read.text("description"),
    createdAt: created.at,
    createdAtLater: created.later,
    createdAtText: created.text,
    updatedAt: read.time(zone, "updated_at").at,
    expiresAt: read.time(zone, "expire_at", "expires_at").at,
    statusMessage: read.text("status_message"),
    responseCode: read.text("response_code"),
    authCode: read.text("auth_code"),
    stan: read.text("stan"),
    rrn: read.text("rrn"),
    pan: read.text("pan"),
    cardName: read.text("card_qualifier", "card_scheme"),
  };
  const remaining = read.kept();
  return { ...main, extra: [...amount.rest, ...remaining.extra], raw: remaining.raw };
}

/** The response to a cancellation; an empty one refers to the requested payment. */
export function toCancellation(record: WireRecord | undefined, askedId: string): PaymentCancellation {
  const read = new WireReader(record ?? {});
  const id = read.text(...idNames) ?? askedId;
  const statusText = read.text("status", "payment_status");
  return { id, status: statusText === null ? null : readPaymentStatus(statusText), ...read.kept() };
}

function readPaymentAmount(read: WireReader): { money: GatewayAmount; tipMinor: number | null; rest: GatewayPayment["extra"] } {
  const nested = read.child("amount");
  const source = nested ?? read;
  const value = nested ? nested.text("value", "amount") : read.text("amount");
  const money = readMinorAmount(value, source.text("currency_code", "currency"));
  const tip = readMinorAmount(source.text("tip"), null).amountMinor;
  return { money, tipMinor: tip, rest: nested?.rest("amount.") ?? [] };
}

type App = { appName: string; appVersion: string };

/** The body of POST /epos/v1/payments. Patched members come last, so that no other member replaces them. */
export function toPaymentBody(
  request: PaymentRequest,
  options: App & { paymentBody: PaymentBodyPatch },
): Record<string, unknown> {
  return applyPaymentBodyPatch(toBuiltBody(request, options), options.paymentBody);
}

/** The same body by the specification. */
export function toBuiltBody(request: PaymentRequest, app: App): Record<string, unknown> {
  return {
    ...request.extra,
    ...present({
      amount: present({ value: request.amountMinor, currency_code: request.currency, tip: request.tipMinor }),
      terminal_id: request.terminalId,
      reference_number: request.referenceNumber,
      description: request.description,
      operator_code: request.operatorCode,
      app_name: app.appName,
      app_version: app.appVersion,
    }),
  };
}

/** The body of POST /epos/v1/payments/{payment_id}/reversal. */
export function toReversalBody(request: ReversalRequest, app: App): Record<string, unknown> {
  return present({
    description: request.description,
    terminal_id: request.terminalId,
    app_name: app.appName,
    app_version: app.appVersion,
  });
}

/** The body of POST /epos/v1/payments/refund. */
export function toRefundBody(request: RefundRequest, app: App): Record<string, unknown> {
  return present({
    amount: { value: request.amountMinor, currency_code: request.currency },
    description: request.description,
    reference_number: request.referenceNumber,
    terminal_id: request.terminalId,
    app_name: app.appName,
    app_version: app.appVersion,
  });
}

function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
