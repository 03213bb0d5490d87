import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "./serve-sandbox.ts";

let served: ServedSandbox;
beforeAll(async () => {
  served = await serveSandbox({
    port: 0,
    secret: "a secret of this test, and long enough",
    storage: createMemoryStorage(),
    clock: systemClock,
    transactions: 200,
    live: false,
  });
});
afterAll(() => served.close());

function tokenForm(): URLSearchParams {
  const { clientId, clientSecret } = served.sandbox.describe().integration;
  return new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" });
}

test("it listens on its own port under the address it describes", async () => {
  expect(served.sandbox.describe().baseUrl).toBe(served.url);
  const answer = await fetch(`${served.url}/api/v1/oauth/token`, { method: "POST", body: tokenForm() });
  expect([answer.status, (await answer.json()).expires_in]).toEqual([200, 3600]);
});

test("a body of many megabytes gets 413", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(`${served.url}/api/v1/oauth/token`, { method: "POST", headers, body: "x=".padEnd(8_000_000, "y") });
  expect(answer.status).toBe(413);
});

test("a dropped connection closes without a response", async () => {
  const control = { "x-control-key": served.sandbox.describe().controlKey, "content-type": "application/json" };
  const body = JSON.stringify({ kind: "drop", path: "/oauth/token" });
  await fetch(`${served.url}/control/scenarios`, { method: "POST", headers: control, body });
  await expect(fetch(`${served.url}/api/v1/oauth/token`, { method: "POST", body: tokenForm() })).rejects.toThrow();
});

test("invalid HTTP does not affect other requests", async () => {
  const { port } = new URL(served.url);
  await new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.end("GET \0 nonsense\r\n\r\n"));
    socket.on("error", resolve).on("close", resolve).resume();
  });
  expect((await fetch(`${served.url}/accounting/v1/accounts`)).status).toBe(401);
});
