import { liveOperations } from "#lib/contract/live.ts";
import "server-only";
import type { LiveSubscription } from "#lib/app/events/event-stream.ts";
import { liveDataSchema } from "#lib/contract/live.ts";
import { liveReload } from "#lib/contract/live-types.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { readCursor } from "#lib/db/events/event-cursor.ts";
import type { LiveEvent } from "#lib/db/events/events.ts";
import { type ServiceContext, visibleScope } from "#lib/services/context.ts";
import type { Received } from "./handler.ts";

const heartbeatMs = 15_000;
const reconnectMs = 1_000;
const waitingBytesMax = 1_048_576;

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Server-sent events of the merchants that this staff member may see; resumes after Last-Event-ID, or initially after `after`, the cursor
 * of the rendered page. If too many events were missed, or the cursor is of another database server, it sends a reload and
 * continues from now. Ends with the session.
 */
export async function answerLive(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
  { request, runtime }: Received,
): Promise<Response> {
  const { merchantIds } = await visibleScope(ctx, environment);
  if (request.method === "HEAD") return new Response(null, { headers });
  const asked = request.headers.get("last-event-id") ?? parseInput(liveOperations.followLive.query, input).after ?? "";
  const after = asked === "" ? undefined : asked;
  const body = toEventStream({
    first: first(after, runtime.live.cursor()),
    signal: request.signal,
    subscribe: (handlers) =>
      runtime.live.subscribe({
        environment,
        merchantIds: merchantIds && new Set(merchantIds),
        after,
        sessionIdHash: ctx.staff.sessionIdHash,
        ...handlers,
      }),
  });
  return new Response(body, { headers });
}

/** The id of `ready`. None for what is no cursor: the client keeps its own until the reload that follows. */
function first(after: string | undefined, now: string): string | undefined {
  if (after === undefined) return now;
  return readCursor(after) && after;
}

type Handlers = Pick<LiveSubscription, "onEvent" | "onReload" | "onEnd">;
type StreamOptions = { first: string | undefined; signal: AbortSignal; subscribe: (handlers: Handlers) => () => void };

/** A client that falls more than 1 MiB behind is disconnected; it resumes from its last event. */
function toEventStream({ first, signal, subscribe }: StreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpen = true;
  let unsubscribe = () => {};
  let heartbeat: NodeJS.Timeout | undefined;
  const stop = () => {
    isOpen = false;
    clearInterval(heartbeat);
    signal.removeEventListener("abort", stop);
    unsubscribe();
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const finish = () => {
      if (!isOpen) return;
      stop();
      controller.close();
    };
    const send = (text: string) => {
      if (!isOpen) return;
      if ((controller.desiredSize ?? 0) <= 0) finish();
      else controller.enqueue(encoder.encode(text));
    };
    send(`retry: ${reconnectMs}\n${first === undefined ? "" : `id: ${first}\n`}event: ready\ndata: {}\n\n`);
    heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
    signal.addEventListener("abort", stop);
    unsubscribe = subscribe({
      onEvent: (event) => send(toText(event)),
      onReload: (cursor) => send(`id: ${cursor}\nevent: ${liveReload}\ndata: {}\n\n`),
      onEnd: finish,
    });
    if (signal.aborted) stop();
  };
  return new ReadableStream({ start, cancel: stop }, new ByteLengthQueuingStrategy({ highWaterMark: waitingBytesMax }));
}

function toText({ cursor, type, merchant, data }: LiveEvent): string {
  return `id: ${cursor}\nevent: ${type}\ndata: ${JSON.stringify(liveDataSchema.parse({ ...data, merchant }))}\n\n`;
}
