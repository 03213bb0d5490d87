import "server-only";
import { createHash } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import type { Runtime } from "#lib/app/runtime.ts";
import { type Language, languageCookie } from "#lib/core/languages.ts";
import { hashSessionId, sessionLifetimeMs, stepLifetimeMs } from "#lib/services/session/session-id.ts";
import type { FirstFactor } from "#lib/services/session/signed-in.ts";

/** The cookie contains only this id; everything else is in `staff_session` and read on every request. */
type SessionCookie = { id?: unknown };

/** Of a sign-in that waits for its code: its id in `sign_in_step`, and what was proved before. */
type StepCookie = SessionCookie & { firstFactor?: unknown };

/** `cookies()` of a page, or the cookies of a request (`requestCookies`). */
export type CookieReader = { get(name: string): { value: string } | undefined };

type WithSettings = { settings: Pick<Runtime["settings"], "publicOrigin" | "sessionKeys"> };

const lifetimeSeconds = sessionLifetimeMs / 1000;
const providerSeconds = 600;
const languageSeconds = 365 * 24 * 3600;
const stepSeconds = stepLifetimeMs / 1000;
const sealedCharactersMax = 4_096;

/** The hash of the session id in the cookie. An unreadable cookie counts as no session. */
export async function readSessionIdHash({ settings }: WithSettings, cookies: CookieReader): Promise<string | undefined> {
  return toIdHash(await unseal<SessionCookie>(settings, cookies.get(cookieName(settings))?.value, lifetimeSeconds));
}

async function unseal<Cookie extends object>(settings: WithSettings["settings"], sealed: string | undefined, ttl: number) {
  if (!sealed || sealed.length > sealedCharactersMax) return undefined;
  const password = toPasswords(settings.sessionKeys);
  return unsealData<Cookie>(sealed, { password, ttl }).catch(() => undefined);
}

function toIdHash(cookie: SessionCookie | undefined): string | undefined {
  return typeof cookie?.id === "string" ? hashSessionId(cookie.id) : undefined;
}

/** `Set-Cookie` that saves this session in the browser. */
export async function sealSessionCookie({ settings }: WithSettings, id: string): Promise<string> {
  const password = toPasswords(settings.sessionKeys.slice(0, 1));
  const sealed = await sealData({ id } satisfies SessionCookie, { password, ttl: lifetimeSeconds });
  return toSetCookie(settings, { name: cookieName(settings), value: sealed, maxAgeSeconds: lifetimeSeconds });
}

/** `Set-Cookie` that deletes the browser's session. */
export function clearSessionCookie({ settings }: WithSettings): string {
  return toSetCookie(settings, { name: cookieName(settings), value: "", maxAgeSeconds: 0 });
}

/** `Set-Cookie` for a sign-in that waits for its code. */
export async function sealStepCookie(
  { settings }: WithSettings,
  { stepId, firstFactor }: { stepId: string; firstFactor: FirstFactor },
): Promise<string> {
  const password = toPasswords(settings.sessionKeys.slice(0, 1));
  const sealed = await sealData({ id: stepId, firstFactor } satisfies StepCookie, { password, ttl: stepSeconds });
  return toSetCookie(settings, { name: `${cookieName(settings)}-step`, value: sealed, maxAgeSeconds: stepSeconds });
}

/** The sign-in that waits for its code; undefined without one. */
export async function readPendingStep(
  { settings }: WithSettings,
  cookies: CookieReader,
): Promise<{ stepIdHash: string; firstFactor: FirstFactor } | undefined> {
  const cookie = await unseal<StepCookie>(settings, cookies.get(`${cookieName(settings)}-step`)?.value, stepSeconds);
  const stepIdHash = toIdHash(cookie);
  return stepIdHash === undefined
    ? undefined
    : { stepIdHash, firstFactor: cookie?.firstFactor === "provider" ? "provider" : "password" };
}

export function clearStepCookie({ settings }: WithSettings): string {
  return toSetCookie(settings, { name: `${cookieName(settings)}-step`, value: "", maxAgeSeconds: 0 });
}

/** `Set-Cookie` with the state for the sign-in provider's callback. */
export async function sealProviderCookie({ settings }: WithSettings, state: object): Promise<string> {
  const password = toPasswords(settings.sessionKeys.slice(0, 1));
  const sealed = await sealData(state, { password, ttl: providerSeconds });
  return toSetCookie(settings, { name: `${cookieName(settings)}-provider`, value: sealed, maxAgeSeconds: providerSeconds });
}

export async function readProviderCookie({ settings }: WithSettings, cookies: CookieReader): Promise<unknown> {
  return unseal(settings, cookies.get(`${cookieName(settings)}-provider`)?.value, providerSeconds);
}

export function clearProviderCookie({ settings }: WithSettings): string {
  return toSetCookie(settings, { name: `${cookieName(settings)}-provider`, value: "", maxAgeSeconds: 0 });
}

function isSecure(settings: WithSettings["settings"]): boolean {
  return settings.publicOrigin.startsWith("https:");
}

function cookieName(settings: WithSettings["settings"]): string {
  return isSecure(settings) ? "__Host-desk" : "desk";
}

/** `Set-Cookie` of the language; the browser changes it too (`chooseLanguage`), so scripts may read it. */
export function toLanguageCookie({ settings }: WithSettings, language: Language): string {
  return toSetCookie(settings, { name: languageCookie, value: language, maxAgeSeconds: languageSeconds }).replace(
    "; HttpOnly",
    "",
  );
}

type NewCookie = { name: string; value: string; maxAgeSeconds: number };

function toSetCookie(settings: WithSettings["settings"], { name, value, maxAgeSeconds }: NewCookie): string {
  const secure = isSecure(settings) ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** iron-session identifies passwords by integers: derived from our key ids, so that they survive a rotation. */
function toPasswords(keys: WithSettings["settings"]["sessionKeys"]): Record<string, string> {
  const numberOf = (id: string) => createHash("sha256").update(id).digest().readUInt32BE(0);
  return Object.fromEntries(keys.map(({ id, secret }) => [numberOf(id), secret]));
}

/** The cookies of a request. A value that cannot be decoded is left out. */
export function requestCookies(request: Request): CookieReader {
  const found = new Map<string, string>();
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const value = decodeValue(pair.slice(at + 1).trim());
    if (at > 0 && value !== undefined && !found.has(name)) found.set(name, value);
  }
  return {
    get: (name) => {
      const value = found.get(name);
      return value === undefined ? undefined : { value };
    },
  };
}

function decodeValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
