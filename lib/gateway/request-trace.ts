import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";

/** The progress of a `fetch` request, as reported by its HTTP client. */
export type RequestTrace = {
  /** Also false for any `fetch` other than Node's own, which reports nothing. */
  isCreated: boolean;
  /** The first byte was about to be written. */
  isWritten: boolean;
  onWritten: () => void;
  /** The status of an answer that `fetch` does not return: it sends the request once more after 421, and fails after 407. */
  unreturned: number | undefined;
  onUnreturned: () => void;
};

const unreturnedStatuses = new Set([407, 421]);

const current = new AsyncLocalStorage<RequestTrace>();
const traces = new WeakMap<object, RequestTrace>();

diagnostics.subscribe("undici:request:create", (message) => {
  const trace = current.getStore();
  const request = requestOf(message);
  if (!trace || !request) return;
  trace.isCreated = true;
  traces.set(request, trace);
});
diagnostics.subscribe("undici:client:sendHeaders", (message) => {
  const trace = traces.get(requestOf(message) ?? current);
  if (!trace || trace.isWritten) return;
  trace.isWritten = true;
  trace.onWritten();
});
diagnostics.subscribe("undici:request:headers", (message) => {
  const trace = traces.get(requestOf(message) ?? current);
  const status = statusOf(message);
  if (!trace || status === undefined || !unreturnedStatuses.has(status)) return;
  trace.unreturned = status;
  trace.onUnreturned();
});

function requestOf(message: unknown): object | undefined {
  if (typeof message !== "object" || message === null || !("request" in message)) return undefined;
  return typeof message.request === "object" && message.request !== null ? message.request : undefined;
}

function statusOf(message: unknown): number | undefined {
  if (typeof message !== "object" || message === null || !("response" in message)) return undefined;
  const { response } = message;
  if (typeof response !== "object" || response === null || !("statusCode" in response)) return undefined;
  return typeof response.statusCode === "number" ? response.statusCode : undefined;
}

export function createTrace(): RequestTrace {
  return { isCreated: false, isWritten: false, onWritten: () => {}, unreturned: undefined, onUnreturned: () => {} };
}

/** Starts a request and records its progress in the trace. */
export function traced<Result>(trace: RequestTrace, start: () => Result): Result {
  return current.run(trace, start);
}

/** Whether nothing was sent for certain. */
export function isUnsent({ isCreated, isWritten }: RequestTrace): boolean {
  return isCreated && !isWritten;
}
