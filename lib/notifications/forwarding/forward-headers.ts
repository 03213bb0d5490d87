import type { ForwardMessage } from "./ports.ts";

/** Only these received headers are forwarded: never cookies, authorization or proxy headers (docs/notifications.md, rule 30). */
const passedOn = ["content-type", "user-agent", "accept", "accept-language"];

/** The request headers for the shop: the received ones, and ours that identify the delivery and the attempt. */
export function forwardHeaders({
  deliveryId,
  body,
  headers,
  receivedAt,
  attempt,
}: Omit<ForwardMessage, "endpointId">): Record<string, string> {
  const received = headers
    .filter(({ name, value }) => passedOn.includes(name) && /^[\t\x20-\x7e\x80-\xff]+$/.test(value))
    .map(({ name, value }): [string, string] => [name, value]);
  return {
    "content-type": "application/x-www-form-urlencoded",
    ...Object.fromEntries(received),
    "content-length": String(body.byteLength),
    connection: "close",
    "x-counterfoil-delivery": deliveryId,
    "x-counterfoil-attempt": String(attempt),
    "x-counterfoil-received-at": receivedAt.toISOString(),
  };
}
