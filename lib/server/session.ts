import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { getIronSession, type SessionOptions } from "iron-session";
import { cookies } from "next/headers";
import type { Runtime } from "../runtime/runtime.ts";
import { createStaffSession, revokeStaffSession } from "../store/staff.ts";

/** The cookie holds only this id; everything about the person is in `staff_session` and asked on every request. */
type SessionCookie = { id?: string };

const hourMs = 3_600_000;
export const sessionIdleMs = 8 * hourMs;
export const sessionLifetimeMs = 24 * hourMs;

function cookieOptions(runtime: Runtime): SessionOptions {
  const secure = runtime.settings.publicOrigin.startsWith("https:");
  return {
    cookieName: secure ? "__Host-desk" : "desk",
    password: Object.fromEntries(runtime.settings.sessionKeys.map(({ id, secret }) => [id, secret])),
    ttl: sessionLifetimeMs / 1000,
    cookieOptions: { httpOnly: true, secure, sameSite: "lax", path: "/" },
  };
}

export function hashSessionId(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}

/** The hash of the session id in the request's cookie. A cookie that cannot be read is no session. */
export async function readSessionIdHash(runtime: Runtime): Promise<string | undefined> {
  const session = await getIronSession<SessionCookie>(await cookies(), cookieOptions(runtime)).catch(() => undefined);
  return session?.id === undefined ? undefined : hashSessionId(session.id);
}

/** Signs the person in: a new session id in the store and in the cookie of this answer. */
export async function startSession(
  runtime: Runtime,
  { staffId, userAgent }: { staffId: string; userAgent: string },
): Promise<void> {
  const id = randomBytes(32).toString("base64url");
  await createStaffSession(runtime.store.db, {
    idHash: hashSessionId(id),
    staffId,
    lifetimeMs: sessionLifetimeMs,
    userAgent: userAgent.slice(0, 200),
  });
  const session = await getIronSession<SessionCookie>(await cookies(), cookieOptions(runtime));
  session.id = id;
  await session.save();
}

/** Ends the session in the store, which ends it everywhere at once, and clears the cookie. */
export async function endSession(runtime: Runtime): Promise<void> {
  const session = await getIronSession<SessionCookie>(await cookies(), cookieOptions(runtime));
  if (session.id !== undefined) await revokeStaffSession(runtime.store.db, hashSessionId(session.id));
  session.destroy();
}
