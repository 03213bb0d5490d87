import { detailsOf, type Message } from "./text.ts";

/**
 * The only table of errors: code -> status, log level, whether the same request may be retried later, and the message
 * shown to the user. No other file contains a status number.
 */
const table = {
  invalid_input: [400, "info", false, "Check the fields below."],
  bad_request: [400, "info", false, "The server can't read this request."],
  invalid_json: [400, "info", false, "The body is not valid JSON."],
  idempotency_key_missing: [400, "info", false, "Send an Idempotency-Key header, so that a repeated request cannot act twice."],
  unauthenticated: [401, "info", false, "Your session has ended. Sign in again."],
  sign_in_refused: [401, "info", false, "Wrong e-mail or password."],
  code_refused: [401, "info", false, "Wrong or already used code. Wait for the next code and try again."],
  proof_required: [403, "info", false, "Confirm it's you: enter your password again."],
  proof_refused: [403, "info", false, "Wrong password or code."],
  link_closed: [404, "info", false, "This link has expired or was already used. Ask for a new one."],
  provider_refused: [401, "info", false, "The sign-in provider didn't confirm a member of this team."],
  provider_away: [503, "warn", true, "The sign-in provider isn't responding. Try again, or sign in with your password."],
  forbidden: [403, "info", false, "You don't have permission to do this."],
  cross_site: [403, "warn", false, "The request did not come from this site."],
  not_found: [404, "info", false, "Not found, or you don't have access."],
  method_not_allowed: [405, "info", false, "This address does not take that method."],
  not_acceptable_type: [415, "info", false, "This address takes application/json."],
  request_timeout: [408, "info", false, "The request took too long to arrive."],
  conflict: [409, "info", false, "This has changed since you opened it. Reload and try again."],
  idempotency_mismatch: [409, "info", false, "This Idempotency-Key was already used for a different request."],
  payment_not_taken: [
    409,
    "info",
    false,
    "This didn't happen: the terminal's payments and the transaction records don't have it.",
  ],
  reference_taken: [409, "info", false, "This reference was already used at this terminal."],
  merchant_refused: [
    409,
    "warn",
    false,
    "The gateway rejected this merchant's credentials. We stopped trying so the account isn't locked.",
  ],
  merchant_archived: [
    409,
    "info",
    false,
    "This merchant is archived, so we don't call the gateway for it. An administrator can restore it.",
  ],
  not_checked: [409, "info", false, "Too many merchants to search every gateway. Open the merchant to be sure."],
  not_connected: [409, "info", false, "This environment isn't connected yet. Connect it in Settings."],
  money_shut: [
    409,
    "info",
    false,
    "The database was restored from a backup. Payments and refunds are blocked until an administrator allows them under After a restore.",
  ],
  presenting: [409, "info", false, "Personal data is hidden in presentation mode. Exit it first."],
  environment_closed: [
    409,
    "info",
    false,
    "To use Production, create an administrator account and deactivate the sandbox accounts.",
  ],
  body_too_large: [413, "info", false, "The request body is too large."],
  misdirected: [421, "info", false, "This server does not answer for that host; see PUBLIC_ORIGIN."],
  throttled: [429, "info", true, "Too many attempts. Wait a little and try again."],
  headers_too_large: [431, "info", false, "The request's address and headers are too large."],
  gateway_invalid: [422, "info", false, "The gateway rejected the request."],
  gateway_not_found: [404, "info", false, "The gateway has no such record."],
  gateway_forbidden: [502, "warn", false, "The gateway doesn't allow this for the merchant (403)."],
  gateway_throttled: [503, "warn", true, "Too many requests to the gateway. Try again shortly."],
  gateway_unauthorized: [502, "warn", false, "The gateway rejected the session, even a new one."],
  gateway_protocol: [502, "error", false, "The gateway sent an unexpected response."],
  ledger_incomplete: [
    502,
    "warn",
    false,
    "The gateway may not have listed every transaction of these days. Some may be missing here.",
  ],
  gateway_unavailable: [502, "warn", true, "The gateway is not responding."],
  gateway_timeout: [504, "warn", true, "The gateway didn't respond in time."],
  outcome_unknown: [504, "warn", false, "The gateway didn't respond, so the result is unknown. We won't send it again."],
  merchant_waiting: [503, "info", true, "A sign-in to the gateway is running or queued. Try again shortly."],
  store_unavailable: [503, "error", true, "The database isn't responding. Try again shortly."],
  shutting_down: [503, "info", true, "Counterfoil is restarting. Try again shortly."],
  internal: [500, "error", false, "Something went wrong. Quote the request ID when you report it."],
} as const satisfies Record<string, readonly [number, "info" | "warn" | "error", boolean, string]>;

export type ErrorCode = keyof typeof table;

/** What is wrong with one input: `field` as the caller named it (`"amountMinor"`, `"references.3"`), and how to correct it. */
export type FieldProblem = { field: string } & Message;

const brand = Symbol.for("counterfoil.AppError");

export type AppErrorOptions = {
  cause?: unknown;
  fields?: readonly FieldProblem[];
  /** Replaces the message of the table. Only our own wording, never the gateway's. */
  message?: Message;
  /** Whole seconds until a retry makes sense; becomes Retry-After. */
  retryAfterSeconds?: number;
};

/**
 * The one error that crosses module boundaries. Check it with `isAppError`, not `instanceof`: the front server and
 * Next's bundles load their own copies of this class in one process.
 */
export class AppError extends Error {
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[] | undefined;
  /** What the code leaves open: a reason of its own, and the values in the message. */
  readonly details: Omit<Message, "message"> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message?.message ?? table[code][3], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.details = options.message && detailsOf(options.message);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** What an error says, to be passed on. */
export function messageOf({ code, message, details }: AppError): Message {
  return { reason: code, ...details, message };
}

export function isAppError(value: unknown): value is AppError {
  return typeof value === "object" && value !== null && brand in value;
}

export function errorStatus(code: ErrorCode): number {
  return table[code][0];
}

export function errorLogLevel(code: ErrorCode): "info" | "warn" | "error" {
  return table[code][1];
}

export function isRetryable(code: ErrorCode): boolean {
  return table[code][2];
}

export function errorText(code: ErrorCode): string {
  return table[code][3];
}

/** The message of the table; its reason is the code. */
export function errorMessage(code: ErrorCode): Message {
  return { reason: code, message: table[code][3] };
}

export const errorCodes = Object.keys(table) as ErrorCode[];

/** Any thrown value as an AppError: ours unchanged, everything else `internal` with the cause preserved for the log. */
export function toAppError(value: unknown): AppError {
  return isAppError(value) ? value : new AppError("internal", { cause: value });
}
