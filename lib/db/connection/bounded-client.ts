import pg from "pg";
import type { EndSpan } from "#lib/core/trace-span.ts";
import { startQuerySpan } from "./query-span.ts";

export const queryTimeoutText = "Query read timeout";

/** Options of every connection: keep-alive detects a connection that was cut silently within seconds while idle. */
export const connectionOptions = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

/**
 * Like pg's client, but a query that gets no response within `query_timeout` ends its connection. pg itself would keep
 * using it while the response is still pending.
 */
export class BoundedClient extends pg.Client {
  /** The server's process for this connection; pg's types omit it. */
  declare readonly processID: number | null;
  /** Since when it has been waiting for a response, by performance.now(). */
  busySinceMs: number | undefined;
  /** Whether `processID` is a process of the server, and not one that a pooler made up. */
  isDirect = false;
  /** Whether a query got no response in time, so that the server may still work on it. */
  hasTimedOut = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on("drain", () => {
      this.busySinceMs = undefined;
    });
    this.query = new Proxy(this.query, {
      apply: (query, self, values) => {
        this.busySinceMs ??= performance.now();
        const endSpan = startQuerySpan(values[0]);
        const onEnd = (cause?: unknown) => {
          endSpan?.(cause);
          this.hasTimedOut ||= isTimeout(cause);
        };
        const result: unknown = Reflect.apply(query, self, endWithCallback(values, onEnd));
        if (result instanceof Promise) {
          result.then(
            () => onEnd(),
            (cause) => {
              onEnd(cause);
              // A pool closes it itself.
              if (isTimeout(cause)) void this.end().catch(() => {});
            },
          );
        }
        return result;
      },
    });
  }
}

const isTimeout = (cause: unknown) => cause instanceof Error && cause.message === queryTimeoutText;

/** pg's pool calls with a callback at the end; it gets no promise then. */
function endWithCallback(values: unknown[], onEnd: EndSpan): unknown[] {
  const callback = values.at(-1);
  if (typeof callback !== "function") return values;
  const ending = (error: unknown, ...rest: unknown[]) => {
    onEnd(error);
    callback(error, ...rest);
  };
  return [...values.slice(0, -1), ending];
}
