import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type CreatePaymentInput, paymentDetailSchema, paymentPageSchema, paymentSchema } from "../contract/payment.ts";
import { definedInput, fetchJson, toQueryString } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export type PaymentSearch = Record<"status" | "from" | "to" | "terminal", string | null>;

const openStatuses = new Set(["sending", "in_progress", "unknown"]);

export function isOpenStatus(status: string): boolean {
  return openStatuses.has(status);
}

/** What the list is asked for its page after `cursor`, by the browser and when it is read on the server. */
export function paymentsInput(search: Partial<PaymentSearch>, cursor: string | null = null) {
  return definedInput({ ...search, limit: 50, cursor });
}

export function paymentsQuery(scope: Scope, search: Partial<PaymentSearch>) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "payments", search],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`${scopePath(scope)}/payments${toQueryString(paymentsInput(search, pageParam))}`, {
        schema: paymentPageSchema,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One payment; asked for again every two seconds while its end is open. */
export function paymentQuery(scope: Scope, paymentId: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "payment", paymentId],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/payments/${encodeURIComponent(paymentId)}`, { schema: paymentDetailSchema, signal }),
    refetchInterval: (query) => (query.state.data && isOpenStatus(query.state.data.status) ? 2_000 : false),
  });
}

export function createPayment(scope: Scope, { input, idempotencyKey }: { input: CreatePaymentInput; idempotencyKey: string }) {
  return fetchJson(`${scopePath(scope)}/payments`, {
    method: "POST",
    body: input,
    schema: paymentSchema,
    headers: { "idempotency-key": idempotencyKey },
  });
}

export type PaymentAct = "cancel" | "reversal" | "refunds";

/** Cancel, reverse or refund; each with a key of its own, so that repeating it acts once. */
export function changePayment(
  scope: Scope,
  { paymentId, act, body, idempotencyKey }: { paymentId: string; act: PaymentAct; body: unknown; idempotencyKey: string },
) {
  const path = `${scopePath(scope)}/payments/${encodeURIComponent(paymentId)}`;
  const headers = { "idempotency-key": idempotencyKey };
  if (act === "cancel") return fetchJson(path, { method: "DELETE", schema: z.unknown(), headers });
  return fetchJson(`${path}/${act}`, { method: "POST", body, schema: z.unknown(), headers });
}
