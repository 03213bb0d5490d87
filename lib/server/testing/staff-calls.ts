import { eq, sql } from "drizzle-orm";
import { staffSession } from "#lib/db/schema/staff.ts";
import { callRoute } from "./call-route.ts";
import type { TestApp, TestPerson } from "./test-app.ts";

export const goodPassword = "trusting-plum-otter-visa";

let peers = 0;
type Sent = { method?: string; path: string; cookie?: string | undefined; body?: unknown };

/** Each from another address, so that the rate limit does not apply. */
export function send({ method = "POST", ...call }: Sent): Promise<Response> {
  peers += 1;
  return callRoute({ method, ...call, headers: { "x-peer": `198.51.100.${peers % 250}` } });
}

export const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");

export async function codeOf(response: Response): Promise<string> {
  return (await response.json()).error.code;
}

export async function isSignedIn(cookie: string): Promise<boolean> {
  return (await callRoute({ path: "/api/session", cookie })).status === 200;
}

/** Makes the sign-in look an hour old. */
export async function expireRecentAuth({ store }: TestApp, { sessionIdHash }: TestPerson): Promise<void> {
  await store.db
    .update(staffSession)
    .set({ authenticatedAt: sql`now() - interval '1 hour'` })
    .where(eq(staffSession.idHash, sessionIdHash));
}
