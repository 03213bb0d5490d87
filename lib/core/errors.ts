import { detailsOf, type Message } from "./text.ts";

/**
 * The only table of errors: code -> status, log level, whether the same request may be retried later, and the message
 * shown to the user. No other file contains a status number.
 */
const table = {
  invalid_input: [400, "info", false, "Something in the request is not as it should be. The fields are named below."],
  bad_request: [400, "info", false, "This is not a request this server takes."],
  invalid_json: [400, "info", false, "The body is not valid JSON."],
  idempotency_key_missing: [400, "info", false, "Send an Idempotency-Key header, so that a repeated request cannot act twice."],
  unauthenticated: [401, "info", false, "Please sign in."],
  sign_in_refused: [401, "info", false, "The e-mail or the password is not right."],
  code_refused: [401, "info", false, "The code is not right, or was used already. Wait for the next one and try again."],
  proof_required: [403, "info", false, "Confirm that it is you: enter your password again."],
  proof_refused: [403, "info", false, "That is not your password, or not a code of yours."],
  link_closed: [404, "info", false, "This link was used already, was withdrawn, or is too old. Ask for a new one."],
  provider_refused: [401, "info", false, "The sign-in provider did not vouch for somebody who works here."],
  provider_away: [503, "warn", true, "The sign-in provider does not answer. Try again, or sign in with your password."],
  forbidden: [403, "info", false, "Your role does not allow this."],
  cross_site: [403, "warn", false, "The request did not come from this site."],
  not_found: [404, "info", false, "There is no such thing here, or it is not yours to see."],
  method_not_allowed: [405, "info", false, "This address does not take that method."],
  not_acceptable_type: [415, "info", false, "This address takes application/json."],
  request_timeout: [408, "info", false, "The request took too long to arrive."],
  conflict: [409, "info", false, "It is no longer in the state this needs."],
  idempotency_mismatch: [409, "info", false, "This Idempotency-Key was already used for a different request."],
  payment_not_taken: [409, "info", false, "It did not happen: neither the terminal's payments nor the ledger have it."],
  reference_taken: [409, "info", false, "This reference was already used at this terminal."],
  merchant_refused: [
    409,
    "warn",
    false,
    "The gateway refused this merchant's credentials. Nothing more is tried by itself, so that the account is not locked.",
  ],
  not_checked: [409, "info", false, "There are too many merchants to ask each gateway. Look it up at its merchant to be sure."],
  not_connected: [409, "info", false, "This environment is not connected yet."],
  money_shut: [
    409,
    "info",
    false,
    "The database was restored from a backup. Payments and refunds are shut until an administrator opens them under After a restore.",
  ],
  presenting: [409, "info", false, "Nothing personal is shown during a presentation. End the presentation first."],
  environment_closed: [
    409,
    "info",
    false,
    "Production opens when a real administrator exists and the seeded staff are disabled.",
  ],
  body_too_large: [413, "info", false, "The request body is too large."],
  misdirected: [421, "info", false, "This server does not answer for that host; see PUBLIC_ORIGIN."],
  throttled: [429, "info", true, "Too many tries. Wait a little and try again."],
  headers_too_large: [431, "info", false, "The request's address and headers are too large."],
  gateway_invalid: [422, "info", false, "The gateway did not accept the request."],
  gateway_not_found: [404, "info", false, "The gateway knows no such record."],
  gateway_forbidden: [502, "warn", false, "The gateway does not allow this for the merchant (403)."],
  gateway_throttled: [503, "warn", true, "The gateway asks us to slow down. Try again in a moment."],
  gateway_unauthorized: [502, "warn", false, "The gateway did not accept the session, even after a fresh one."],
  gateway_protocol: [502, "error", false, "The gateway answered in a form we do not understand."],
  ledger_incomplete: [
    502,
    "warn",
    false,
    "The gateway did not show that it listed every transaction of these days. Some may be missing here.",
  ],
  gateway_unavailable: [502, "warn", true, "The gateway cannot be reached or failed."],
  gateway_timeout: [504, "warn", true, "The gateway did not answer in time."],
  outcome_unknown: [
    504,
    "warn",
    false,
    "No answer arrived, so it may or may not have happened. It is listed as unknown and is not sent again.",
  ],
  merchant_waiting: [503, "info", true, "A sign-in to the gateway is under way or has to wait. Try again in a moment."],
  store_unavailable: [503, "error", true, "The database does not answer. Try again in a moment."],
  shutting_down: [503, "info", true, "The desk is restarting. Try again in a moment."],
  internal: [500, "error", false, "Something went wrong on our side. The request id helps us find it."],
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
