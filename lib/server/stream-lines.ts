import "server-only";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";

const headers = {
  "content-type": "application/x-ndjson; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Streams values as lines of JSON; a disconnect stops the generation. An error before the first
 * value is thrown, and becomes an ordinary error response.
 */
export async function streamLines(
  values: AsyncGenerator<unknown>,
  { isPresenting }: { isPresenting: boolean },
): Promise<Response> {
  const first = await values.next();
  const encoder = new TextEncoder();
  const toLine = (value: unknown) => encoder.encode(`${JSON.stringify(isPresenting ? hidePersonal(value) : value)}\n`);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(toLine(first.value));
    },
    async pull(controller) {
      const { done, value } = await values.next();
      if (done) controller.close();
      else controller.enqueue(toLine(value));
    },
    async cancel() {
      await values.return(undefined);
    },
  });
  return new Response(body, { headers });
}
