import { getRuntime } from "#lib/server/runtime.ts";

/** URL_Notify when Next runs without the front server; the front server handles these requests before Next otherwise. */
async function receive(request: Request): Promise<Response> {
  const { notify } = await getRuntime();
  return notify.handleFetch(request);
}

export {
  receive as DELETE,
  receive as GET,
  receive as HEAD,
  receive as OPTIONS,
  receive as PATCH,
  receive as POST,
  receive as PUT,
};
