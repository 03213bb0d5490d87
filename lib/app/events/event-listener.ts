import type pg from "pg";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { BoundedClient, connectionOptions } from "#lib/db/connection/bounded-client.ts";
import { liveChannel } from "#lib/db/events/event-notice.ts";
import type { Log } from "#lib/services/log.ts";

export type LiveListener = { start(): Promise<void>; close(): Promise<void> };

const answerMs = 5_000;
const backoffMs = { first: 250, most: 10_000 } as const;

/**
 * One LISTEN connection outside the pool that reconnects when it is lost. After each connect `onNotify`
 * is called once, since notifications in between were missed.
 */
export function createLiveListener({ url, log, onNotify }: { url: string; log: Log; onNotify: () => void }): LiveListener {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let waitMs: number = backoffMs.first;

  const connect = async () => {
    const options = { ...connectionOptions, query_timeout: answerMs };
    const next = new BoundedClient({ ...options, connectionString: url, application_name: "counterfoil-live" });
    const lost = () => {
      if (client !== next) return;
      client = undefined;
      retry();
    };
    next.on("error", lost);
    next.on("end", lost);
    next.on("notification", onNotify);
    client = next;
    await next.connect();
    await next.query(`listen ${liveChannel}`);
    waitMs = backoffMs.first;
    onNotify();
  };
  const attempt = async () => {
    try {
      await connect();
    } catch (cause) {
      const failed = client;
      client = undefined;
      await failed?.end().catch(() => {});
      if (!closed) log.warn({ cause }, "The live stream's listening connection failed; it tries again.");
      retry();
    }
  };
  const retry = () => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(attempt, waitMs * (0.75 + Math.random() / 2)).unref();
    waitMs = Math.min(waitMs * 2, backoffMs.most);
  };

  return {
    start: attempt,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      // A connection that hangs would not close properly.
      if (last) await withTimeout(answerMs, last.end());
    },
  };
}
