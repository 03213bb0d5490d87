import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestApp, type TestApp, testSettings } from "./testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test("liveness and readiness need no session, and an unready app responds 503", async () => {
  expect(await (await app.call({ path: "/api/health" })).json()).toEqual({ status: "alive" });
  expect(await (await app.call({ path: "/api/ready" })).json()).toEqual({ status: "ready" });
  expect(await (await app.call({ path: "/api/startup" })).json()).toEqual({ status: "started" });
  const unready = vi.spyOn(app.runtime.probes, "isReady").mockImplementation(async (part) => part === "notify");
  expect((await app.call({ path: "/api/ready?for=notify" })).status).toBe(200);
  expect((await app.call({ path: "/api/ready?for=lunch" })).status).toBe(400);
  const answer = await app.call({ path: "/api/ready" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect((await app.call({ path: "/api/health" })).status).toBe(200);
  const starting = vi.spyOn(app.runtime.probes, "hasStarted").mockReturnValue(false);
  expect((await app.call({ path: "/api/startup" })).status).toBe(503);
  starting.mockRestore();
  unready.mockRestore();
});

test("metrics are Prometheus text whose routes are patterns", async () => {
  await app.call({ path: "/api/sandbox/secret-looking-slug/connection" });
  const answer = await app.call({ path: "/api/metrics" });
  expect(answer.headers.get("content-type")).toContain("text/plain");
  const text = await answer.text();
  expect(text).toContain('route="/api/{environment}/{merchant}/connection",status="401"');
  expect(text).not.toContain("secret-looking-slug");
});

// Attack: reading the app's load and merchants without access.
test("where the origin is not localhost metrics require the token, and are closed without one", async () => {
  const remote = { ...testSettings(), publicOrigin: "https://desk.example", isLocalOrigin: false };
  const statusOf = async (settings: typeof remote & { metricsToken?: string }, authorization?: string) => {
    app.runtime.settings = settings;
    return (await app.call({ path: "/api/metrics", headers: { authorization } })).status;
  };
  const { settings: local } = app.runtime;
  expect(await statusOf(remote)).toBe(401);
  expect(await statusOf(remote, "Bearer ")).toBe(401);
  const withToken = { ...remote, metricsToken: "the-token" };
  expect(await statusOf(withToken)).toBe(401);
  expect(await statusOf(withToken, "Bearer the-tokem")).toBe(401);
  expect(await statusOf(withToken, "Bearer the-token")).toBe(200);
  app.runtime.settings = local;
});

test("an unreachable database is 503 with the standard error shape, not 500", async () => {
  const { cookie } = await app.addPerson();
  const nowhere = new pg.Pool({ host: "127.0.0.1", port: 1 });
  const { store } = app.runtime;
  app.runtime.store = { ...store, db: drizzle(nowhere) };
  const answer = await app.call({ path: "/api/session", cookie });
  app.runtime.store = store;
  expect(answer.status).toBe(503);
  expect((await answer.json()).error.code).toBe("store_unavailable");
});
