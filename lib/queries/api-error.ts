import type { ErrorBody } from "#lib/contract/error.ts";
import { type ErrorCode, errorCodes, isRetryable } from "#lib/core/errors.ts";
import type { Message } from "#lib/core/text.ts";
import { queryText } from "./texts.ts";

type FieldError = NonNullable<ErrorBody["error"]["fields"]>[number];

/** The error code of our API, or `network` when it could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number | null;
  readonly requestId: string | null;
  /** What `message` says, for `useSay`; the code, unless the server gave a reason of its own. */
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldError[];

  constructor(options: {
    code: string;
    message: string;
    status: number | null;
    requestId?: string | null;
    details?: { reason: string; values?: Readonly<Record<string, unknown>> | undefined } | undefined;
    fields?: ApiError["fields"];
    cause?: unknown;
  }) {
    super(options.message, { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
    this.reason = options.details?.reason ?? options.code;
    this.values = options.details?.values ?? {};
    this.requestId = options.requestId ?? null;
    this.fields = options.fields ?? [];
  }
}

/**
 * True when a change was certainly not made, because the app refused it. After a missing or failed response, one from
 * a proxy, or one that this page cannot read, the outcome is unknown.
 */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== null && error.status < 500 && error.code !== "unreadable";
}

/** True when a retry of the same read may succeed. */
export function isRetryableError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "network" || ((errorCodes as string[]).includes(error.code) && isRetryable(error.code as ErrorCode));
}

/** The error for a response that did not come, or not to its end. */
export function brokenError({ message, ...details }: Message, cause?: unknown): ApiError {
  return new ApiError({ code: "network", status: null, message, details, cause });
}

/** The error for a call without a response. */
export function networkError(cause?: unknown): ApiError {
  return brokenError(queryText("network"), cause);
}

/** The error for a response that is not 2xx; a body of another shape (a proxy's page) becomes `unreadable`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const [answer, contract] = await Promise.all([response.json(), import("#lib/contract/error.ts")]).catch(() => []);
  const body = contract?.errorSchema.safeParse(answer);
  if (!body?.success) {
    const { message, ...details } = queryText("unreadable", { status: response.status });
    return new ApiError({ code: "unreadable", status: response.status, message, details });
  }
  const { code, message, requestId, details, fields } = body.data.error;
  return new ApiError({ code, message, requestId, details, fields: fields ?? [], status: response.status });
}
