import { type ErrorCode, errorCodes, isRetryable } from "#lib/core/errors.ts";

/** The error code of our API, or `network` when it could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly fields: readonly { field: string; message: string }[];

  constructor(options: {
    code: string;
    message: string;
    status: number | null;
    requestId?: string | null;
    fields?: ApiError["fields"];
    cause?: unknown;
  }) {
    super(options.message, { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
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

/** The error for a call without a response. */
export function networkError(cause?: unknown): ApiError {
  const message = "The desk cannot be reached. Check your connection and try again.";
  return new ApiError({ code: "network", status: null, message, cause });
}

/** The error for a response that is not 2xx; a body of another shape (a proxy's page) becomes `unreadable`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const [answer, contract] = await Promise.all([response.json(), import("#lib/contract/error.ts")]).catch(() => []);
  const body = contract?.errorSchema.safeParse(answer);
  if (!body?.success) {
    return new ApiError({
      code: "unreadable",
      status: response.status,
      message: `The desk answered ${response.status} in a form this page does not know.`,
    });
  }
  const { code, message, requestId, fields } = body.data.error;
  return new ApiError({ code, message, requestId, fields: fields ?? [], status: response.status });
}
