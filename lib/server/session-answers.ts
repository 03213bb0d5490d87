import "server-only";
import { isAppError } from "../core/errors.ts";
import { signIn } from "../services/session/sign-in.ts";
import { signOut } from "../services/session/sign-out.ts";
import type { PublicRequest, StaffRequest } from "./route.ts";
import { clearSessionCookie, readSessionIdHash, requestCookies, sealSessionCookie } from "./session.ts";

/** Signs the person in and hands the cookie over. */
export async function answerSignIn({ runtime, request, peer, input }: PublicRequest): Promise<Response> {
  const { store, clock, metrics } = runtime;
  const previousIdHash = await readSessionIdHash(runtime, requestCookies(request));
  const userAgent = request.headers.get("user-agent") ?? "";
  try {
    const { sessionId, answer } = await signIn({ db: store.db, clock, peer, userAgent, previousIdHash }, input);
    metrics.recordStaffSignIn("accepted");
    return Response.json(answer, { headers: { "set-cookie": await sealSessionCookie(runtime, sessionId) } });
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "sign_in_refused") metrics.recordStaffSignIn("refused");
    if (isAppError(thrown) && thrown.code === "throttled") metrics.recordStaffSignIn("throttled");
    throw thrown;
  }
}

/** Ends the session and has the browser forget what it kept of it. */
export async function answerSignOut({ ctx, runtime }: StaffRequest): Promise<Response> {
  await signOut(ctx);
  const headers = { "set-cookie": clearSessionCookie(runtime), "clear-site-data": '"cache", "storage"' };
  return new Response(null, { status: 204, headers });
}
