import type { IncomingMessage, ServerResponse } from "node:http";
import { endpointIdOf } from "../endpoints/endpoint-id.ts";
import type { Receive } from "./receive.ts";
import { requestParts } from "./request-parts.ts";

/**
 * URL_Notify through node:http, before any framework (docs/notifications.md, rule 2). Headers that the front server set on the
 * response stay. Resolves when the response is written and the rest of the request is dropped.
 */
export async function answerNode(
  receive: Receive,
  request: IncomingMessage,
  response: ServerResponse,
  peer: string | null = request.socket.remoteAddress ?? null,
): Promise<void> {
  const [pathname = ""] = (request.url ?? "").split("?", 1);
  const answer = await receive({
    method: request.method ?? "",
    endpointId: endpointIdOf(pathname) ?? "",
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: requestParts(request),
    peer,
  });
  if (response.destroyed) return;
  if (answer.isSilent) {
    response.destroy();
    return;
  }
  const isLast = !request.complete;
  response.writeHead(answer.status, { ...answer.headers, ...(isLast ? { connection: "close" } : {}) });
  if (isLast) {
    // The whole response is sent before the rest is dropped: the sender can read it while it still sends.
    response.write(answer.body);
    await answer.settled;
    response.end();
  } else {
    response.end(answer.body);
  }
}
