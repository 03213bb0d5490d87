import { getRuntime } from "#lib/server/runtime.ts";

/** The built-in gateway at {PUBLIC_ORIGIN}/sandbox-gateway; nothing is here when the sandbox is off. */
async function serve(request: Request): Promise<Response> {
  const { sandbox } = await getRuntime();
  return sandbox ? sandbox.handle(request) : new Response(null, { status: 404 });
}

export { serve as DELETE, serve as GET, serve as PATCH, serve as POST, serve as PUT };
