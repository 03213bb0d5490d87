import "server-only";
import type { ErrorBody } from "#lib/contract/error.ts";
import { type AppError, errorLogLevel, errorStatus, toAppError } from "#lib/core/errors.ts";
import type { Log } from "#lib/services/log.ts";
import { asStoreAway } from "./store-away.ts";

const statusKey = Symbol("status");
export type AnswerWithStatus = { [statusKey]: number; body: unknown; headers?: Record<string, string> };

/** 201 Created. Needed only where an operation responds 200 as well. */
export function created(body: unknown): AnswerWithStatus {
  return { [statusKey]: 201, body };
}

/** A response with its own headers. */
export function withHeaders(body: unknown, headers: Record<string, string>): AnswerWithStatus {
  return { [statusKey]: 200, body, headers };
}

/** The same response with another body and the same status. */
export function changeBody(result: unknown, change: (body: unknown) => unknown): unknown {
  return isAnswer(result) ? { ...result, body: change(result.body) } : change(result);
}

export function toResponse(result: unknown): Response {
  if (result instanceof Response) return result;
  if (result === undefined) return new Response(null, { status: 204 });
  if (isAnswer(result)) return Response.json(result.body, { status: result[statusKey], headers: result.headers ?? {} });
  return Response.json(result);
}

function isAnswer(value: unknown): value is AnswerWithStatus {
  return typeof value === "object" && value !== null && statusKey in value;
}

/** The standard error shape (docs/api.md). Logs the cause and the route's pattern; the body contains only fixed texts. */
export function errorResponse(
  thrown: unknown,
  { requestId, log, route, staffId }: { requestId: string; log: Log; route: string; staffId?: string | undefined },
): Response {
  const error = toAppError(asStoreAway(thrown));
  log[errorLogLevel(error.code)]({ code: error.code, requestId, route, staffId, cause: error.cause }, error.message);
  return Response.json(errorBody(error, requestId), { status: errorStatus(error.code), headers: errorHeaders(error) });
}

function errorBody(error: AppError, requestId: string): ErrorBody {
  const fields = error.fields?.length ? { fields: [...error.fields] } : {};
  const details = error.details ? { details: error.details } : {};
  return { error: { code: error.code, message: error.message, requestId, ...details, ...fields } };
}

function errorHeaders(error: AppError): Record<string, string> {
  return error.retryAfterSeconds === undefined ? {} : { "retry-after": String(error.retryAfterSeconds) };
}
