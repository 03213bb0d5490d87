import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";

/** How far a request of `fetch` has come, as its HTTP client tells. */
export type RequestTrace = {
  /** False also for another `fetch` than Node's own, of which nothing is known. */
  isCreated: boolean;
  /** The first byte was about to be written. */
  isWritten: boolean;
  onWritten: () => void;
};

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

function requestOf(message: unknown): object | undefined {
  if (typeof message !== "object" || message === null || !("request" in message)) return undefined;
  return typeof message.request === "object" && message.request !== null ? message.request : undefined;
}

export function createTrace(): RequestTrace {
  return { isCreated: false, isWritten: false, onWritten: () => {} };
}

/** Starts a request whose way is noted in the trace. */
export function traced<Result>(trace: RequestTrace, start: () => Result): Result {
  return current.run(trace, start);
}

/** Whether it is sure that nothing was sent. */
export function isUnsent({ isCreated, isWritten }: RequestTrace): boolean {
  return isCreated && !isWritten;
}
