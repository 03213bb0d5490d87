import { randomBytes } from "node:crypto";
import { z } from "zod";
import { isCurrency } from "../../core/currency.ts";
import { readPaging, toFlatPage } from "../accounting/paging.ts";
import { json, readJson } from "../http.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { ProblemError, problem, validationProblem } from "../problem.ts";
import type { World } from "../world.ts";
import { bookRefund, bookReversal, bookSale } from "./book-payment.ts";
import { changePayment, findPayment, listStored, type Payment, savePayment, settle, toWirePayment } from "./payment-state.ts";

const amountSchema = z.object({
  value: z
    .int("The amount is not a whole number.")
    .min(1, "The amount must be more than zero.")
    .max(999_999_999_999, "The amount is too large."),
  currency_code: z.string().refine(isCurrency, "The currency does not exist."),
  tip: z.int().min(0).optional(),
});

const createSchema = z.object({
  amount: amountSchema,
  terminal_id: z.string().min(1),
  app_name: z.string().min(1),
  app_version: z.string().min(1),
  reference_number: z.string().max(50, "At most 50 characters.").optional(),
  description: z.string().max(100, "At most 100 characters.").optional(),
  operator_code: z.string().max(4, "At most 4 characters.").optional(),
});

const reversalSchema = z.object({ description: z.string().max(100).optional() });
const refundSchema = createSchema.extend({ amount: amountSchema.omit({ tip: true }) });

/** POST /epos/v1/payments: pushed to the terminal, ends by itself a few seconds later. */
export async function createPayment(world: World, profile: MerchantProfile, request: Request): Promise<Response> {
  const body = await readJson(request, createSchema);
  requireTerminal(profile, body.terminal_id, body.amount.currency_code);
  const payment = await startPayment(world, profile, {
    amountMinor: body.amount.value,
    tipMinor: body.amount.tip ?? 0,
    currency: body.amount.currency_code,
    terminalId: body.terminal_id,
    referenceNumber: body.reference_number ?? null,
    description: body.description ?? null,
    isRefund: false,
  });
  return json({ ...toWirePayment(payment), ...world.unknown() }, 201);
}

type Start = Pick<
  Payment,
  "amountMinor" | "tipMinor" | "currency" | "terminalId" | "referenceNumber" | "description" | "isRefund"
>;

async function startPayment(world: World, profile: MerchantProfile, start: Start): Promise<Payment> {
  const { settleMinMs, settleSpreadMs } = world.settings;
  const at = world.now();
  const payment: Payment = {
    ...start,
    id: randomBytes(12).toString("hex"),
    slug: profile.slug,
    status: "InProgress",
    createdAt: at,
    updatedAt: at,
    settlesAt: at + settleMinMs + Math.floor(Math.random() * settleSpreadMs),
    stan: String((await world.storage.increment([`stan:${profile.slug}`]))[0] ?? 1).padStart(6, "0"),
    paymentReference: null,
  };
  await savePayment(world, payment);
  return payment;
}

/** A terminal of this merchant in its currency; one that is not enabled answers the bare 403 seen on the real gateway. */
function requireTerminal(profile: MerchantProfile, terminalId: string, currency: string): void {
  const terminal = profile.terminals.find((each) => each.terminalId === terminalId);
  if (!terminal) throw new ProblemError(validationProblem({ terminal_id: ["There is no such terminal."] }));
  if (!terminal.enabled) throw new ProblemError(problem(403));
  if (terminal.currency !== currency)
    throw new ProblemError(validationProblem({ "amount.currency_code": [`The terminal takes ${terminal.currency}.`] }));
}

async function requirePayment(world: World, profile: MerchantProfile, id: string): Promise<Payment> {
  const payment = await findPayment(world, id);
  if (!payment || payment.slug !== profile.slug) throw new ProblemError(problem(404));
  return settle(world, payment, (settled) =>
    settled.isRefund ? bookRefund(world, profile, settled) : bookSale(world, profile, settled),
  );
}

export async function getPayment(world: World, profile: MerchantProfile, id: string): Promise<Response> {
  return json({ ...toWirePayment(await requirePayment(world, profile, id)), ...world.unknown() });
}

/** GET /epos/v1/payments: newest first; terminal_id is required. */
export async function listPayments(world: World, profile: MerchantProfile, query: URLSearchParams): Promise<Response> {
  const terminalId = query.get("terminal_id");
  if (!terminalId) return validationProblem({ terminal_id: ["The terminal_id field is required."] });
  const paging = readPaging(world, query);
  const { payments, total } = await listStored(world, `${profile.slug}:${terminalId}`, paging);
  const settled = await Promise.all(payments.map(({ id }) => requirePayment(world, profile, id)));
  return json(toFlatPage(world, settled.map(toWirePayment), paging, total));
}

export async function cancelPayment(world: World, profile: MerchantProfile, id: string): Promise<Response> {
  const payment = await requirePayment(world, profile, id);
  const canceled = await changePayment(world, payment.id, (current) =>
    current.status === "InProgress" ? { ...current, status: "Canceled" } : undefined,
  );
  return canceled ? json({ id }, 202) : problem(409, { detail: "The payment has already ended." });
}

export async function reversePayment(world: World, profile: MerchantProfile, id: string, request: Request): Promise<Response> {
  await readJson(request, reversalSchema);
  const payment = await requirePayment(world, profile, id);
  const reversed = await changePayment(world, payment.id, (current) =>
    current.status === "Success" ? { ...current, status: "Reversed" } : undefined,
  );
  if (!reversed) return problem(409, { detail: "Only a successful payment can be reversed." });
  await bookReversal(world, profile, reversed);
  return json({ ...toWirePayment(reversed), ...world.unknown() });
}

/** POST /epos/v1/payments/refund: a payment of its own, without a link to the original. */
export async function refundPayment(world: World, profile: MerchantProfile, request: Request): Promise<Response> {
  const body = await readJson(request, refundSchema);
  requireTerminal(profile, body.terminal_id, body.amount.currency_code);
  const refund = await startPayment(world, profile, {
    amountMinor: body.amount.value,
    tipMinor: 0,
    currency: body.amount.currency_code,
    terminalId: body.terminal_id,
    referenceNumber: body.reference_number ?? null,
    description: body.description ?? null,
    isRefund: true,
  });
  return json({ ...toWirePayment(refund), ...world.unknown() });
}
