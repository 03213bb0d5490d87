import type { IncomingMessage } from "node:http";

/** The declared Content-Length in bytes; 0 without one. */
export function declaredBytes(request: IncomingMessage): number {
  return Number(request.headers["content-length"] ?? 0);
}

/**
 * Counts the bytes as they are parsed, because Next reads a whole body without a limit. Over the limit
 * no more bytes are passed on and `onOver` is called once.
 */
export function capBody(request: IncomingMessage, bytesMax: number, onOver: () => void): void {
  const push = request.push.bind(request);
  let bytes = 0;
  let over = false;
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (over) return true;
    if (chunk instanceof Uint8Array) bytes += chunk.byteLength;
    if (bytes <= bytesMax) return push(chunk, encoding);
    over = true;
    onOver();
    return true;
  };
}
