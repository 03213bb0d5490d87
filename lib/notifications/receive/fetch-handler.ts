import { endpointIdOf } from "../endpoints/endpoint-id.ts";
import type { Receive } from "./receive.ts";
import type { NotifyAnswer } from "./responses.ts";

/** Far more than a body may have. Beyond it we stop reading: each part is a copy in memory until it is garbage-collected. */
const takenBytesMax = 8 * 1024 * 1024;

/**
 * URL_Notify as a fetch handler (Next's route handler), with the same responses byte for byte. The sender's address
 * is unknown there: a header that names it can be forged.
 */
export async function answerFetch(receive: Receive, request: Request): Promise<Response> {
  const parts = request.body?.values();
  const answer = await receive({
    method: request.method,
    // The raw path: a framework decodes route parameters, which would change the id.
    endpointId: endpointIdOf(new URL(request.url).pathname) ?? "",
    header: (name) => request.headers.get(name),
    body: parts ? readAtMost(parts, takenBytesMax) : emptyBody(),
    peer: null,
  });
  const { status, headers } = answer;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  if (answer.wasRead) return new Response(answer.body, { status, headers });
  return new Response(answerThenDrop(answer, parts), { status, headers });
}

/** Sends the whole response before the rest is dropped: the sender can read it while it still sends. */
function answerThenDrop(
  { body, settled }: NotifyAnswer,
  parts: AsyncIterator<Uint8Array> | undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      await settled;
      // Not awaited: a slow sender may never send the next part.
      parts?.return?.()?.catch(() => {});
      controller.close();
    },
  });
}

function readAtMost(parts: AsyncIterator<Uint8Array>, bytesMax: number): AsyncIterator<Uint8Array, undefined> {
  let taken = 0;
  return {
    async next() {
      const step = taken < bytesMax ? await parts.next() : { done: true as const };
      if (step.done) return { done: true, value: undefined };
      taken += step.value.length;
      return { done: false, value: step.value };
    },
  };
}

async function* emptyBody(): AsyncGenerator<Uint8Array, undefined> {}
