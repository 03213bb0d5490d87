import pg from "pg";

export const queryTimeoutText = "Query read timeout";

/** What every connection has: a line that is cut without a word is noticed within seconds while nothing is sent. */
export const connectionOptions = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

/**
 * As pg's, but a query without an answer within `query_timeout` ends its connection. pg itself would leave it in use,
 * with the answer still to come.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.query = new Proxy(this.query, {
      apply: (query, self, values) => {
        const result: unknown = Reflect.apply(query, self, values);
        if (result instanceof Promise) result.catch((cause) => this.#endAfterTimeout(cause));
        return result;
      },
    });
  }

  #endAfterTimeout(cause: unknown): void {
    if (cause instanceof Error && cause.message === queryTimeoutText) void this.end().catch(() => {});
  }
}
