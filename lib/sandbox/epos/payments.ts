import { z } from "zod";
import { isCurrency } from "#lib/core/currency.ts";
import { readPaging, toFlatPage } from "../accounting/paging.ts";
import { json, readVersionedJson } from "../http.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { ProblemError, problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";
import { findRefundedPayment } from "./find-refunded-payment.ts";
import { findPayment, listPaymentsOf, movePayment, type Payment, startPayment } from "./payment-state.ts";
import { endPlannedDebit, planDebit } from "./planned-debit.ts";
import { bookReversal, settlePayment } from "./settle-payment.ts";
import { toNewPayment, toWirePayment } from "./wire-payment.ts";

const amountMinorMax = 999_999_999_999;

const amountSchema = z.object({
  value: z
    .int("The amount is not a whole number.")
    .min(1, "The amount must be more than zero.")
    .max(amountMinorMax, "The amount is too large."),
  currency_code: z.string().refine(isCurrency, "The currency does not exist."),
  tip: z.int("The tip is not a whole number.").min(0).max(amountMinorMax).nullish(),
});

const createSchema = z.object({
  amount: amountSchema,
  terminal_id: z.string().min(1, "The terminal_id field is required."),
  app_name: z.string().min(1, "The app_name field is required."),
  app_version: z.string().min(1, "The app_version field is required."),
  reference_number: z.string().max(50, "At most 50 characters.").nullish(),
  description: z.string().max(100, "At most 100 characters.").nullish(),
  operator_code: z.string().max(4, "At most 4 characters.").nullish(),
});

const reversalSchema = z.object({ description: z.string().max(100, "At most 100 characters.").nullish() });
const refundSchema = createSchema.extend({ amount: amountSchema.omit({ tip: true }) });

/** POST /epos/v1/payments: pushed to the terminal, completes automatically a few seconds later. */
export async function createPayment(world: World, profile: MerchantProfile, request: Request): Promise<Response> {
  const body = await readVersionedJson(world, request, createSchema);
  const payment = await start(world, profile, { ...body, isRefund: false });
  return json({ ...toNewPayment(payment, world.settings.paymentOffsetMinutes), ...world.unknown() }, 201);
}

/** POST /epos/v1/payments/refund: a separate payment, without a link to the original, but on its card. */
export async function refundPayment(world: World, profile: MerchantProfile, request: Request): Promise<Response> {
  const body = await readVersionedJson(world, request, refundSchema);
  return json(toWire(world, await start(world, profile, { ...body, isRefund: true })));
}

type Start = z.infer<typeof createSchema> & { isRefund: boolean };

async function start(world: World, profile: MerchantProfile, body: Start): Promise<Payment> {
  requireTerminal(profile, body.terminal_id, body.amount.currency_code);
  const refunded = body.isRefund ? await findRefundedPayment(world, profile, body) : undefined;
  return startPayment(world, {
    lastDigits: refunded?.lastDigits,
    slug: profile.slug,
    amountMinor: body.amount.value,
    tipMinor: body.amount.tip ?? 0,
    currency: body.amount.currency_code,
    terminalId: body.terminal_id,
    referenceNumber: body.reference_number ?? null,
    description: body.description ?? null,
    operatorCode: body.operator_code ?? null,
    isRefund: body.isRefund,
  });
}

/** A terminal of this merchant in its currency; a disabled one leads to the bare 403 of the real gateway. */
function requireTerminal(profile: MerchantProfile, terminalId: string, currency: string): void {
  const terminal = profile.terminals.find((item) => item.terminalId === terminalId);
  if (!terminal) throw new ProblemError(validationProblem({ terminal_id: ["There is no such terminal."] }));
  if (!terminal.enabled) throw new ProblemError(problem(403));
  if (terminal.currency !== currency)
    throw new ProblemError(validationProblem({ "amount.currency_code": [`The terminal takes ${terminal.currency}.`] }));
}

async function requirePayment(world: World, profile: MerchantProfile, id: string): Promise<Payment> {
  const payment = await findPayment(world, id);
  if (payment?.slug !== profile.slug) throw new ProblemError(problem(404));
  return settlePayment(world, profile, payment);
}

/** GET /epos/v1/payments/{id}. */
export async function getPayment(world: World, profile: MerchantProfile, id: string): Promise<Response> {
  return json(toWire(world, await requirePayment(world, profile, id)));
}

/** GET /epos/v1/payments: newest first; terminal_id is required. */
export async function listPayments(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const terminalId = query.get("terminal_id");
  if (!terminalId) return validationProblem({ terminal_id: ["The terminal_id field is required."] });
  const paging = readPaging(world, query);
  const { payments, total } = await listPaymentsOf(world, { slug: profile.slug, terminalId }, paging);
  const settled = await Promise.all(payments.map((payment) => settlePayment(world, profile, payment)));
  const items = settled.map((payment) => toWire(world, payment));
  return json(toFlatPage(world, items, paging, total));
}

/** DELETE /epos/v1/payments/{id}: only while it is in progress. */
export async function cancelPayment(world: World, profile: MerchantProfile, id: string): Promise<Response> {
  await requirePayment(world, profile, id);
  const canceled = await movePayment(world, id, "InProgress", "Canceled");
  return canceled ? json({ id, ...world.unknown() }, 202) : validationProblem({ payment_id: ["The payment has already ended."] });
}

/** POST /epos/v1/payments/{id}/reversal: only of a successful payment, once. */
export async function reversePayment(world: World, profile: MerchantProfile, id: string, request: Request): Promise<Response> {
  await readVersionedJson(world, request, reversalSchema);
  const { isRefund, status } = await requirePayment(world, profile, id);
  const reversed = isRefund || status !== "Success" ? undefined : await reverse(world, id);
  if (!reversed) return validationProblem({ payment_id: ["Only a successful payment can be reversed."] });
  return json(toWire(world, reversed));
}

async function reverse(world: World, id: string): Promise<Payment | undefined> {
  await planDebit(world, "reversal-debit", id);
  const reversed = await movePayment(world, id, "Success", "Reversed");
  if (!reversed) return undefined;
  await bookReversal(world, id);
  await endPlannedDebit(world, "reversal-debit", id);
  return reversed;
}

function toWire(world: World, payment: Payment): Record<string, unknown> {
  return { ...toWirePayment(payment, world.settings.paymentOffsetMinutes), ...world.unknown() };
}
