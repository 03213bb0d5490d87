import "server-only";

type File = { contentType: string; fileName: string };

/** Streams a file for download in chunks; a disconnect stops the generation. */
export function streamText(pieces: AsyncIterable<string>, { contentType, fileName }: File): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` },
  });
}
