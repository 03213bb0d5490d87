import "server-only";
import type { Runtime } from "#lib/app/runtime.ts";
import { AppError, isAppError } from "#lib/core/errors.ts";
import { signInByProvider } from "#lib/services/session/sign-in-by-provider.ts";
import { providerStateSchema } from "#lib/services/session/sign-in-provider.ts";
import type { PublicRequest } from "./handler.ts";
import { clearProviderCookie, readProviderCookie, requestCookies, sealProviderCookie, sealStepCookie } from "./session.ts";
import { sessionCookies, toSignInRequest } from "./session-answers.ts";
import { toLocalPath } from "./to-local-path.ts";

/** Redirects to the sign-in provider; `next` is the page afterwards, `proof` requests a re-authentication. */
export async function beginProviderSignIn({ runtime, request }: PublicRequest): Promise<Response> {
  const provider = requireProvider(runtime);
  const query = new URL(request.url).searchParams;
  const next = toLocalPath(query.get("next") ?? undefined);
  // Another site may link here, so a sign-in that the user did not start needs a confirmation first.
  const cameFrom = request.headers.get("sec-fetch-site") ?? "none";
  if (!["same-origin", "none"].includes(cameFrom)) return redirect(loginAddress(runtime, { next }), []);
  try {
    const { address, state } = await provider.begin({ next, isProof: query.has("proof") });
    return redirect(address.href, [await sealProviderCookie(runtime, state)]);
  } catch (thrown) {
    return refuse(runtime, thrown, next);
  }
}

/** The provider's callback: signs in, requests the code of our second factor, or shows why not. */
export async function finishProviderSignIn(received: PublicRequest): Promise<Response> {
  const { runtime, request } = received;
  const provider = requireProvider(runtime);
  const state = providerStateSchema.safeParse(await readProviderCookie(runtime, requestCookies(request)));
  const spent = clearProviderCookie(runtime);
  if (!state.success) return redirect(loginAddress(runtime, { problem: "provider_refused" }), [spent]);
  const { next } = state.data;
  try {
    const person = await provider.finish(new URL(request.url).search, state.data);
    const outcome = await signInByProvider(await toSignInRequest(received), person);
    if ("stepId" in outcome)
      return redirect(loginAddress(runtime, { step: "code", next }), [spent, await sealStepCookie(runtime, outcome)]);
    runtime.metrics.recordStaffSignIn("accepted");
    return redirect(runtime.settings.publicOrigin + next, [spent, ...(await sessionCookies(runtime, outcome))]);
  } catch (thrown) {
    return refuse(runtime, thrown, next);
  }
}

/** Redirects to the sign-in page with the reason's code. */
function refuse(runtime: Runtime, thrown: unknown, next: string): Response {
  if (!isAppError(thrown)) throw thrown;
  runtime.log.info({ code: thrown.code, cause: thrown.cause }, "A sign-in by the provider was refused");
  runtime.metrics.recordStaffSignIn("refused");
  return redirect(loginAddress(runtime, { problem: thrown.code, next }), [clearProviderCookie(runtime)]);
}

function loginAddress({ settings }: Runtime, query: Record<string, string>): string {
  return `${settings.publicOrigin}/login?${new URLSearchParams(query)}`;
}

function requireProvider({ signInProvider }: Runtime) {
  if (!signInProvider) throw new AppError("not_found");
  return signInProvider;
}

function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers([["location", location], ...cookies.map((cookie): [string, string] => ["set-cookie", cookie])]);
  return new Response(null, { status: 303, headers });
}
