import { errorText } from "#lib/core/errors.ts";
import type { ScreenState } from "#lib/core/screen-states.ts";
import { ApiError, networkError } from "./api-error.ts";

type Read = { path: string; signal: AbortSignal | undefined; send: () => Promise<unknown> };
type Members = Record<string, unknown>;

const staleMs = 3 * 3_600_000;
/** The merchant whose rows are reported as missing or old. */
const missing = "taxi-athina";

/** A read's response in a test state: the real response with the fewest possible changes. */
export async function showScreenState(state: ScreenState, { path, signal, send }: Read): Promise<unknown> {
  if (state === "loading") return whenAborted(signal);
  if (state === "offline") throw networkError();
  if (state === "failed" || (state === "partial" && path.includes("cursor="))) throw failure();
  const body = await send();
  if (state === "empty") return toEmpty(body, path.includes("/overview"));
  return state === "partial" ? toPartial(body, path) : toStale(body);
}

/** A line of a streamed response in a test state: unchanged, changed, or with another line after it. */
export function showScreenLine(state: ScreenState, line: unknown): unknown[] {
  if (state === "empty") return [toEmpty(line, false)];
  if (state !== "partial" || !isMembers(line) || !Array.isArray(line.toAsk)) return [line];
  const unasked = {
    step: "asked",
    merchant: missing,
    hits: [],
    problem: errorText("gateway_unavailable"),
    problemDetails: { reason: "gateway_unavailable" },
  };
  return [{ ...line, toAsk: [...line.toAsk.filter((merchant) => merchant !== missing), missing] }, unasked];
}

function failure(): ApiError {
  return new ApiError({ code: "internal", status: 500, message: errorText("internal"), requestId: "screen-state" });
}

/** Never resolves; rejects when the request is aborted. */
function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** Every list without rows and next page; an overview's counts are zero. */
function toEmpty(value: unknown, isCounted: boolean): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === "number" && isCounted) return 0;
  if (!isMembers(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, toEmpty(member, isCounted)]);
  return { ...Object.fromEntries(entries), ...("nextCursor" in value ? { nextCursor: null } : {}) };
}

function toPartial(body: unknown, path: string): unknown {
  if (!isMembers(body)) return body;
  const problem = { code: "gateway_unavailable", message: errorText("gateway_unavailable") };
  const isOfAll = path.startsWith("/api/sandbox/transactions");
  return {
    ...body,
    ...("nextCursor" in body ? { nextCursor: body.nextCursor ?? "partial" } : {}),
    ...("partial" in body ? { partial: [missing], partialCount: 1 } : {}),
    ...("complete" in body ? { complete: false, ...(isOfAll ? { problems: [{ merchant: missing, ...problem }] } : {}) } : {}),
    ...("notSearched" in body ? { notSearched: [{ merchant: missing, reason: problem.message }] } : {}),
  };
}

function toStale(body: unknown): unknown {
  if (!isMembers(body) || typeof body.asOf !== "string") return body;
  const problem = { code: "gateway_unavailable", message: errorText("gateway_unavailable") };
  const asOf = new Date(Date.parse(body.asOf) - staleMs).toISOString();
  return { ...body, asOf, ...("source" in body ? { source: "mirror", problem } : {}) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
