import type { ChildProcess } from "node:child_process";
import { expect, test } from "@playwright/test";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { readSignIn } from "../support/app.ts";
import { addColleague } from "../support/restricted-staff.ts";
import { dataDir, origin } from "../support/surroundings.ts";
import { isReady, startNext, stopProcess } from "./next-alone.ts";

// Asserts that an ended session is rejected: never retried.
test.describe.configure({ retries: 0 });

let other: ChildProcess;
let both: readonly string[];

test.beforeAll(async () => {
  const port = await freePort();
  other = startNext(port, (await findRunningDatabase(dataDir)) ?? "");
  await isReady(port);
  both = [origin, `http://127.0.0.1:${port}`];
});
test.afterAll(() => stopProcess(other));

const headers = { origin, "content-type": "application/json" };

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${origin}/api/session`, { method: "POST", headers, body: JSON.stringify({ email, password }) });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function statusesOf(cookie: string): Promise<number[]> {
  const paths = ["/api/session", "/sandbox/settings/account"];
  const requests = both.flatMap((base) => paths.map((path) => fetch(base + path, { headers: { cookie }, redirect: "manual" })));
  return (await Promise.all(requests)).map(({ status }) => status);
}

function asAdmin(cookie: string, id: string, change: object): Promise<Response> {
  return fetch(`${origin}/api/staff/${id}`, { method: "PATCH", headers: { ...headers, cookie }, body: JSON.stringify(change) });
}

type Case = { what: string; end: (own: string, admin: string, id: string) => Promise<Response> };

const cases: Case[] = [
  { what: "sign-out", end: (own) => fetch(`${origin}/api/session`, { method: "DELETE", headers: { ...headers, cookie: own } }) },
  { what: "disabling", end: (_, admin, id) => asAdmin(admin, id, { disabled: true }) },
  { what: "a role change", end: (_, admin, id) => asAdmin(admin, id, { role: "support" }) },
];

for (const { what, end } of cases) {
  test(`a cookie copied before ${what} is refused at once by both of two processes`, {
    tag: what === "sign-out" ? "@job" : [],
  }, async () => {
    const colleague = await addColleague(`copied-${what.replaceAll(" ", "-")}@counterfoil.example`, { role: "viewer" });
    const administrator = readSignIn().staff.find(({ role }) => role === "admin");
    const admin = await signIn(administrator ?? { email: "", password: "" });
    const copied = await signIn(colleague);
    expect(await statusesOf(copied)).toEqual([200, 200, 200, 200]);
    expect((await end(copied, admin, colleague.id)).status).toBe(204);
    expect(await statusesOf(copied)).toEqual([401, 307, 401, 307]);
  });
}
