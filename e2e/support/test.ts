import { test as base, expect, request } from "@playwright/test";
import { readSignIn } from "./app.ts";
import { origin } from "./surroundings.ts";

export { expect };

type Role = "admin" | "support" | "viewer";
type State = Awaited<ReturnType<typeof signInByApi>>;

/** Browser state without a session. */
export const nobody = { cookies: [], origins: [] };

const sessions = new Map<Role, Promise<State>>();

/** A page that is already signed in, without using the sign-in page: once for each worker and role. */
export const test = base.extend<{ role: Role }>({
  role: ["admin", { option: true }],
  storageState: async ({ role }, use) => {
    const known = sessions.get(role) ?? signInByApi(role);
    sessions.set(role, known);
    await use(await known);
  },
});

/** A new session of that role in Playwright's format. */
export function signInByApi(role: Role) {
  return signInAs(readSignIn().staff.find((item) => item.role === role) ?? { email: "", password: "" });
}

export async function signInAs({ email, password }: { email: string; password: string }) {
  // Without the test's own cookies: signing in ends their session.
  const context = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin }, storageState: nobody });
  const response = await context.post("/api/session", { data: { email, password } });
  expect(response.status()).toBe(200);
  const state = await context.storageState();
  await context.dispose();
  return state;
}
