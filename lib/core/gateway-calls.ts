/** Why a call had no answer. `not_sent`: nothing reached the gateway. */
export const callFailures = ["not_sent", "timeout", "broken", "too_large"] as const;
export type CallFailure = (typeof callFailures)[number];

/** What a call asks of the gateway. */
export const callKinds = [
  "token",
  "session",
  "transactions_list",
  "transactions_multiple",
  "transaction",
  "accounts_list",
  "terminals_list",
  "terminal",
  "payments_list",
  "payment",
  "payment_create",
  "payment_cancel",
  "payment_reversal",
  "payment_refund",
  "other",
] as const;
export type CallKind = (typeof callKinds)[number];

/** Errors by hour of a day, or by day of a week. */
export const callPeriods = ["day", "week"] as const;
export type CallPeriod = (typeof callPeriods)[number];

/** For how long calls are stored. */
export const callDays = 7;

const kinds: Readonly<Record<string, CallKind>> = {
  "POST /api/v1/oauth/token": "token",
  "POST /api/v1/auth/session": "session",
  "GET /accounting/v1/transactions": "transactions_list",
  "GET /accounting/v1/transactions/multiple": "transactions_multiple",
  "GET /accounting/v1/transactions/{id}": "transaction",
  "GET /accounting/v1/accounts": "accounts_list",
  "GET /pos/v1/terminals": "terminals_list",
  "GET /pos/v1/terminals/{id}": "terminal",
  "GET /epos/v1/payments": "payments_list",
  "GET /epos/v1/payments/{id}": "payment",
  "POST /epos/v1/payments": "payment_create",
  "DELETE /epos/v1/payments/{id}": "payment_cancel",
  "POST /epos/v1/payments/{id}/reversal": "payment_reversal",
  "POST /epos/v1/payments/refund": "payment_refund",
};

/** The kind of a call to an address without values (`lib/gateway/call-path.ts`). */
export function callKindOf({ method, path }: { method: string; path: string }): CallKind {
  return kinds[`${method} ${path}`] ?? "other";
}
