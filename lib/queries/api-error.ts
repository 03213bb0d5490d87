import { type ErrorCode, errorCodes, isRetryable } from "#lib/core/errors.ts";

/** What an address of ours answered instead of a result, or `network` when it could not be reached. */
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
 * True when a change surely was not made: the desk itself refused it. An answer that did not come, that failed, that somebody
 * between us made up or that this page cannot read says nothing of it.
 */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== null && error.status < 500 && error.code !== "unreadable";
}

/** True when the same read may succeed a moment later. */
export function isRetryableError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "network" || ((errorCodes as string[]).includes(error.code) && isRetryable(error.code as ErrorCode));
}

/** What a call that nothing answered comes to. */
export function networkError(cause?: unknown): ApiError {
  const message = "The desk cannot be reached. Check your connection and try again.";
  return new ApiError({ code: "network", status: null, message, cause });
}

/** The error of an answer that is not 2xx; answers in another shape (a proxy's page) become `unreadable`. */
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
