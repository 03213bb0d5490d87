import { ApiError, networkError, toApiError } from "./api-error.ts";
import { requestReauthentication } from "./proof.ts";
import { createUserActivity } from "./user-activity.ts";

/** Longer than any answer, or the next part of one, takes. Over a connection that went dead, a browser would wait for ever. */
const waitMs = 120_000;

const activity = createUserActivity(typeof window === "undefined" ? undefined : window);

export type Request = {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/**
 * All requests of a page to our own `/api` go through here. Returns the response, which is 2xx. Throws ApiError: the server's
 * error, or `network` without a response within two minutes. An expired session redirects to sign in and back here; where
 * a recent re-authentication is required, the user is prompted and the request is sent again.
 */
export async function send(path: string, request: Request = {}): Promise<Response> {
  try {
    return await sendOnce(path, request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "proof_required" || !(await requestReauthentication())) throw error;
    return sendOnce(path, request);
  }
}

async function sendOnce(path: string, { method = "GET", body, headers, signal }: Request): Promise<Response> {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const away: Record<string, string> = activity.isAway() ? { "x-background": "1" } : {};
  const response = await whileReachable(
    (limit) =>
      fetch(path, {
        method,
        headers: { ...json, ...away, ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      }),
    signal,
  );
  if (response.status === 401 && !location.pathname.startsWith("/login")) {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  if (!response.ok) throw await toApiError(response);
  return response;
}

/**
 * What `work` receives over the network: a response, or a part of its body. Throws ApiError `network` when the connection breaks
 * or nothing comes within two minutes, at which `limit` is aborted; unless `signal` stopped it on purpose.
 */
export async function whileReachable<Value>(
  work: (limit: AbortSignal) => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.abort();
    late.reject(limit.signal.reason);
  }, waitMs);
  try {
    return await Promise.race([work(limit.signal), late.promise]);
  } catch (cause) {
    if (signal?.aborted || cause instanceof SyntaxError) throw cause;
    throw networkError(cause);
  } finally {
    clearTimeout(timer);
  }
}
