import { test as base, expect, request } from "@playwright/test";
import { readSignIn } from "./app.ts";
import { origin } from "./surroundings.ts";

export { expect };

type Role = "admin" | "support" | "viewer";
type State = Awaited<ReturnType<typeof signInByApi>>;

/** The state of a browser in which nobody has signed in. */
export const nobody = { cookies: [], origins: [] };

const sessions = new Map<Role, Promise<State>>();

/** A page whose person has signed in already, without the sign-in page: once for each worker and role. */
export const test = base.extend<{ role: Role }>({
  role: ["admin", { option: true }],
  storageState: async ({ role }, use) => {
    const known = sessions.get(role) ?? signInByApi(role);
    sessions.set(role, known);
    await use(await known);
  },
});

/** A new session of that role as Playwright keeps it. */
export function signInByApi(role: Role) {
  return signInAs(readSignIn().staff.find((each) => each.role === role) ?? { email: "", password: "" });
}

export async function signInAs({ email, password }: { email: string; password: string }) {
  // Without the test's own cookies: signing in ends the session they stand for.
  const context = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin }, storageState: nobody });
  const response = await context.post("/api/session", { data: { email, password } });
  expect(response.status()).toBe(200);
  const state = await context.storageState();
  await context.dispose();
  return state;
}
