import type { IncomingMessage } from "node:http";

/** What a client declared, in bytes; 0 when it declared nothing. */
export function declaredBytes(request: IncomingMessage): number {
  return Number(request.headers["content-length"] ?? 0);
}

/**
 * Counts the bytes as the parser hands them over, because Next reads a body whole and limits nothing. Over the cap
 * nothing more is passed on and `onOver` is called once.
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
