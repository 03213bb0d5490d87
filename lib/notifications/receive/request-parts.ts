import type { IncomingMessage } from "node:http";

/**
 * A request's body as it arrives; throws when the sender disconnects before its end. Unlike the stream's own iterator it
 * leaves the connection open when the reader stops early, and does not wait when the whole body has arrived.
 */
export function requestParts(request: IncomingMessage): AsyncIterator<Uint8Array, undefined> {
  return {
    async next() {
      for (;;) {
        const part: Buffer | null = request.read();
        if (part) return { done: false, value: part };
        if (request.complete && request.readableLength === 0) return { done: true, value: undefined };
        if (request.destroyed) throw new Error("The sender went away before the end of its body.");
        await waitForChange(request);
      }
    },
  };
}

const events = ["readable", "end", "close", "error"] as const;

function waitForChange(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) request.off(event, done);
      resolve();
    };
    for (const event of events) request.on(event, done);
  });
}
