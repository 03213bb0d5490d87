import { endpointIdOf } from "./endpoint-id.ts";
import type { Receive } from "./receive.ts";

/** URL_Notify where only a fetch handler can be had (Next's route handler): the same answers, byte for byte. */
export async function answerFetch(receive: Receive, request: Request, { peer }: { peer: string | null }): Promise<Response> {
  const parts = request.body?.values();
  const answer = await receive({
    method: request.method,
    // As it was sent: the parameters of a framework's route are decoded, and another id by that.
    endpointId: endpointIdOf(new URL(request.url).pathname) ?? "",
    header: (name) => request.headers.get(name),
    body: parts ?? emptyBody(),
    peer,
  });
  await answer.settled;
  // Not awaited: it waits for a part that a slow sender may never send.
  if (!answer.wasRead) parts?.return?.()?.catch(() => {});
  const body = request.method === "HEAD" ? null : answer.body;
  return new Response(body, { status: answer.status, headers: answer.headers });
}

async function* emptyBody(): AsyncGenerator<Uint8Array, undefined> {}
