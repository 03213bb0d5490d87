import "server-only";
import type { Runtime } from "#lib/app/runtime.ts";
import { isAppError } from "#lib/core/errors.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { signOut } from "#lib/services/session/account.ts";
import { signIn } from "#lib/services/session/sign-in.ts";
import { signInWithCode } from "#lib/services/session/sign-in-with-code.ts";
import { signInWithLink } from "#lib/services/session/sign-in-with-link.ts";
import type { SignedIn, SignInRequest } from "#lib/services/session/signed-in.ts";
import { acceptInvitation } from "#lib/services/staff/accept-invitation.ts";
import type { PublicRequest, Received } from "./handler.ts";
import {
  clearSessionCookie,
  clearStepCookie,
  readPendingStep,
  readSessionIdHash,
  requestCookies,
  sealSessionCookie,
  sealStepCookie,
  toLanguageCookie,
} from "./session.ts";

/** Signs in and sets the cookie, or requests the code of the second factor. */
export async function answerSignIn(received: PublicRequest): Promise<Response> {
  const { runtime } = received;
  const outcome = await counted(runtime, async () => signIn(await toSignInRequest(received), received.input));
  if ("sessionId" in outcome) return answerSignedIn(runtime, outcome);
  return Response.json({ next: "totp" }, { headers: { "set-cookie": await sealStepCookie(runtime, outcome) } });
}

/** The second step: checks the code for the sign-in in the browser's cookie. */
export async function answerCode(received: PublicRequest): Promise<Response> {
  const { runtime, request, input } = received;
  const pending = await readPendingStep(runtime, requestCookies(request));
  const step = { ...(await toSignInRequest(received)), pending };
  return answerSignedIn(runtime, await counted(runtime, () => signInWithCode(step, input)));
}

/** Uses the one-time link to the sandbox. */
export async function answerLink(received: PublicRequest): Promise<Response> {
  return answerSignedIn(received.runtime, await signInWithLink(await toSignInRequest(received), received.input));
}

/** Uses an invitation. Staff with a second factor sign in with it afterwards. */
export async function answerAcceptance(received: PublicRequest): Promise<Response> {
  const outcome = await acceptInvitation(await toSignInRequest(received), received.input);
  return "sessionId" in outcome ? answerSignedIn(received.runtime, outcome) : Response.json({ next: "sign_in" });
}

export async function toSignInRequest({ runtime, request, peer }: PublicRequest): Promise<SignInRequest> {
  const previousIdHash = await readSessionIdHash(runtime, requestCookies(request));
  const userAgent = request.headers.get("user-agent") ?? "";
  return { db: runtime.store.db, vault: runtime.vault, clock: runtime.clock, peer, userAgent, previousIdHash };
}

async function answerSignedIn(runtime: Runtime, signedIn: SignedIn): Promise<Response> {
  runtime.metrics.recordStaffSignIn("accepted");
  const cookies = [...(await sessionCookies(runtime, signedIn)), clearStepCookie(runtime)];
  const headers = new Headers(cookies.map((cookie): [string, string] => ["set-cookie", cookie]));
  return Response.json(signedIn.answer, { headers });
}

/** The cookies after a sign-in: the session, and the language saved with the account. */
export async function sessionCookies(runtime: Runtime, { sessionId, language }: SignedIn): Promise<string[]> {
  const session = await sealSessionCookie(runtime, sessionId);
  return language === undefined ? [session] : [session, toLanguageCookie(runtime, language)];
}

async function counted<Outcome>({ metrics }: Runtime, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (thrown) {
    if (isAppError(thrown) && ["sign_in_refused", "code_refused"].includes(thrown.code)) metrics.recordStaffSignIn("refused");
    if (isAppError(thrown) && thrown.code === "throttled") metrics.recordStaffSignIn("throttled");
    throw thrown;
  }
}

/** Ends the session and deletes its data in the browser. */
export async function answerSignOut(ctx: ServiceContext, _question: unknown, { runtime }: Received): Promise<Response> {
  await signOut(ctx);
  const headers = { "set-cookie": clearSessionCookie(runtime), "clear-site-data": '"cache", "storage"' };
  return new Response(null, { status: 204, headers });
}
