import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { codeOf } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let gateway: Server;
let isWrongAddress = true;
const sent: string[] = [];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin" });
  gateway = createServer((request, response) => {
    sent.push(request.url ?? "");
    response.writeHead(isWrongAddress ? 404 : 200, { "content-type": "application/json" });
    response.end(isWrongAddress ? "{}" : '{"access_token":"t","expires_in":300}');
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const { store, vault } = app;
  const allowedHosts = [`127.0.0.1:${portOf(gateway)}`];
  const permits = createPermitLedger({ db: store.db, vault });
  app.runtime.gateways = createGatewayDirectory({
    ...{ store, vault, permits, allowedHosts },
    clock: app.runtime.clock,
    onCall: () => {},
  });
});
afterAll(async () => {
  gateway.close();
  await app.close();
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const post = (path: string, body?: unknown, by = admin) =>
  app.call({ method: "POST", path: `/api/demo/connection${path}`, cookie: by.cookie, body });
const tokenState = async () => {
  const { integration } = await (await app.call({ path: "/api/demo/connection", cookie: admin.cookie })).json();
  return integration.token;
};

test("a wrong address is named, counts as one failure, and an administrator resumes sign-in before there is a merchant", async () => {
  const integration = { partnerId: "p", applicationId: "a", clientId: `client_${"c".repeat(32)}` };
  const clientSecret = `secret_${"s".repeat(64)}`;
  await post("", { ...integration, clientSecret, baseUrl: `http://127.0.0.1:${portOf(gateway)}` });
  expect(await tokenState()).toMatchObject({ state: "none", isProven: false });

  const { steps } = await (await post("/check")).json();
  const token = steps.find(({ step }: { step: string }) => step === "token");
  expect(token).toMatchObject({ state: "failed", words: expect.stringContaining("check the gateway address") });
  const stopped = { state: "refused", isProven: false, attemptsUsed: 1, stop: { cause: "address", release: "own_try" } };
  expect(await tokenState()).toMatchObject({ ...stopped, lastErrorDetails: { reason: "sign_in_address_wrong" } });
  const again = await (await post("/check")).json();
  expect(again.steps.at(-1).words).toBe(token.words);
  expect(sent).toHaveLength(1);

  expect(await codeOf(await post("/try-once-more", { name: "production" }))).toBe("invalid_input");
  const limited = await app.addPerson({ role: "admin", merchants: ["demo/cafe"] });
  expect(await codeOf(await post("/try-once-more", { name: "demo" }, limited))).toBe("forbidden");
  expect(sent).toHaveLength(1);
  isWrongAddress = false;
  expect(await (await post("/try-once-more", { name: "Demo" })).json()).toMatchObject({ outcome: "signed_in" });
  expect(await tokenState()).toMatchObject({ state: "fresh", isProven: true, attemptsUsed: 0, stop: null });

  expect(await (await post("/counter-was-reset", { name: "demo", confirmed: true })).json()).toMatchObject({
    outcome: "not_sent",
  });
  const acts = (await app.store.db.select().from(audit)).filter(({ target }) => target === "token").map(({ act }) => act);
  expect(acts).toEqual(["guard.tried_once_more", "guard.counter_reset"]);
  expect(sent).toHaveLength(2);
});
