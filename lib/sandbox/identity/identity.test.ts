import { beforeEach, describe, expect, test } from "vitest";
import { createTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

let gateway: TestSandbox;
beforeEach(() => {
  gateway = createTestSandbox();
});

const tokenCall = (clientId: string, clientSecret: string, extra: Record<string, string> = {}) =>
  gateway.call("/api/v1/oauth/token", {
    method: "POST",
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials", ...extra }),
  });

describe("a token", () => {
  test("is issued for the integration's form, with its lifetime and scopes", async () => {
    const { clientId, clientSecret } = gateway.sandbox.describe().integration;
    const { status, body } = await tokenCall(clientId, clientSecret);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: "accounting.read accounting.write banking.read banking.write",
    });
    expect(String(body.access_token).split(".")).toHaveLength(3);
  });

  test("requires a form and POST", async () => {
    const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect((await gateway.call("/api/v1/oauth/token", json)).status).toBe(415);
    expect((await gateway.call("/api/v1/oauth/token")).status).toBe(405);
  });

  test("reports missing fields", async () => {
    const { status, body } = await gateway.call("/api/v1/oauth/token", {
      method: "POST",
      body: new URLSearchParams({ client_id: "x" }),
    });
    expect(status).toBe(400);
    expect(Object.keys(Object(body.errors))).toEqual(["client_secret", "grant_type"]);
  });

  test("has only the requested scopes, and they are checked", async () => {
    const { clientId, clientSecret } = gateway.sandbox.describe().integration;
    expect((await tokenCall(clientId, clientSecret, { scope: "banking.read everything" })).status).toBe(400);
    const { body } = await tokenCall(clientId, clientSecret, { scope: "banking.read" });
    const authorization = `Bearer ${body.access_token}`;
    const as = await gateway.as("corner-cafe");
    expect((await as("/accounting/v1/accounts", { headers: { authorization } })).status).toBe(200);
    expect((await as("/epos/v1/payments/refund", { method: "POST", headers: { authorization } })).status).toBe(403);
  });
});

describe("a session", () => {
  test("is issued for a pair and expires after 360 s", async () => {
    const { status, body } = await gateway.session("corner-cafe", await gateway.token());
    expect([status, body.expires_in]).toEqual([200, 360]);
    const as = await gateway.as("corner-cafe");
    gateway.clock.advance(359_000);
    expect((await as("/accounting/v1/accounts")).status).toBe(200);
    gateway.clock.advance(1_000);
    expect((await as("/accounting/v1/accounts")).status).toBe(401);
  });

  test("requires a token: 401 without, and for an expired one", async () => {
    expect((await gateway.session("corner-cafe", "nonsense")).status).toBe(401);
    const token = await gateway.token();
    gateway.clock.advance(3_600_000);
    expect((await gateway.session("corner-cafe", token)).status).toBe(401);
  });

  test("is refused with 400 for the always refused merchant", async () => {
    const { status, headers } = await gateway.session("refused", await gateway.token());
    expect(status).toBe(400);
    expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
  });

  test.each(["authorization", "x-session", "x-partner-id", "x-application-id"])("is rejected when %s is wrong", async (name) => {
    const as = await gateway.as("corner-cafe");
    expect((await as("/accounting/v1/accounts", { headers: { [name]: "wrong" } })).status).toBe(401);
  });
});

describe("the lock", () => {
  test("is set after three consecutive failures of a pair; a success in between resets the count", async () => {
    const token = await gateway.token();
    const bad = async () => (await gateway.session("corner-cafe", token, "sec_wrong")).status;
    expect([await bad(), await bad()]).toEqual([400, 400]);
    expect((await gateway.session("corner-cafe", token)).status).toBe(200);
    expect([await bad(), await bad(), await bad()]).toEqual([400, 400, 400]);
    expect((await gateway.session("corner-cafe", token)).status).toBe(403);
  });

  test("is set for the integration after three consecutive tokens, not counting failures of unknown clients", async () => {
    const { clientId, clientSecret } = gateway.sandbox.describe().integration;
    for (let at = 0; at < 4; at++) expect((await tokenCall("client_nobody", "x")).status).toBe(401);
    for (let at = 0; at < 3; at++) expect((await tokenCall(clientId, "secret_wrong")).status).toBe(401);
    expect((await tokenCall(clientId, clientSecret)).status).toBe(403);
  });

  test("is set for the integration after three pairs refused once each, with or without tokens in between, until it is unlocked", async () => {
    const token = await gateway.token();
    for (const slug of ["corner-cafe", "refused", "zum-anker"]) {
      await gateway.token();
      expect((await gateway.session(slug, token, "sec_wrong")).status).toBe(400);
    }
    expect((await gateway.session("empty", token)).status).toBe(403);
    expect((await gateway.control("GET", "stats")).body).toMatchObject({
      failures: { integration: 3, "pair:refused": 1 },
      failuresMax: { integration: 3, "pair:zum-anker": 1 },
    });
    await gateway.control("POST", "unlock");
    expect((await gateway.session("empty", token)).status).toBe(200);
  });

  // Otherwise anybody who reaches the sandbox could stop its whole integration.
  test.each([
    ["no token", undefined],
    ["a token that is nonsense", "Bearer nonsense"],
    ["a token of another gateway", `Bearer ${"a".repeat(36)}.${"b".repeat(200)}.${"c".repeat(43)}`],
  ])("is not set by sessions with %s", async (_, authorization) => {
    const { integration, merchants } = gateway.sandbox.describe();
    const pairs = [{ client_id: "x", client_secret: "y" }];
    for (const { clientId, clientSecret } of merchants) pairs.push({ client_id: clientId, client_secret: clientSecret });
    for (const pair of pairs) {
      const headers = { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) };
      const call = () => gateway.call("/api/v1/auth/session", { method: "POST", headers, body: JSON.stringify(pair) });
      for (let at = 0; at < 3; at++) expect((await call()).status).toBe(401);
    }
    expect((await tokenCall(integration.clientId, integration.clientSecret)).status).toBe(200);
    expect((await gateway.session("corner-cafe", await gateway.token())).status).toBe(200);
  });

  test("counts sessions under tokens of its own that have ended", async () => {
    const token = await gateway.token();
    await gateway.control("POST", "expire-tokens");
    for (let at = 0; at < 3; at++) expect((await gateway.session("corner-cafe", token)).status).toBe(401);
    expect((await gateway.session("corner-cafe", await gateway.token())).status).toBe(403);
  });

  test("is not set for names that there are not, which are counted together", async () => {
    const token = await gateway.token();
    for (let at = 0; at < 50; at++) expect((await tokenCall(`client_nobody_${at}`, "x")).status).toBe(401);
    for (let at = 0; at < 50; at++) {
      const body = JSON.stringify({ client_id: `cli_nobody_${at}`, client_secret: "y" });
      const { status } = await gateway.call("/api/v1/auth/session", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(status).toBe(401);
    }
    expect((await gateway.control("GET", "stats")).body).toMatchObject({
      failures: { unknown: 100 },
      failuresMax: { unknown: 100 },
    });
    expect((await gateway.session("corner-cafe", token)).status).toBe(200);
  });

  test("counts concurrent attempts separately", async () => {
    const token = await gateway.token();
    const answers = await Promise.all(Array.from({ length: 8 }, () => gateway.session("corner-cafe", token, "sec_wrong")));
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(3);
    expect((await gateway.session("corner-cafe", token)).status).toBe(403);
  });
});
