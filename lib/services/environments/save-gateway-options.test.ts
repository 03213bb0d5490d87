import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { fixedClock } from "#lib/core/clock.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { connectEnvironment } from "./connect-environment.ts";
import { saveGatewayOptions } from "./save-gateway-options.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const at = new Date("2026-03-04T11:20:05Z");
const integration = {
  baseUrl: "http://127.0.0.1:4010",
  partnerId: "partner-1",
  applicationId: "application-1",
  clientId: "client_canaryintegration",
  clientSecret: "secret_canaryintegration",
};
let store: TestStore;

beforeAll(async () => {
  store = await createTestStore();
  await saveIntegration(store.db, vault, { id: "demo", ...integration, options: { zone: "Europe/Sofia" }, by: "a test" });
});
afterAll(() => store.drop());

const save = (options: Parameters<typeof saveGatewayOptions>[1]["options"], by = "somebody") =>
  store.db.transaction((tx) => saveGatewayOptions(tx, { environment: "demo", options, by, at }));
const stored = async () => (await findEnvironmentRow(store.db, "demo"))?.options;

test("options are merged into the stored ones, with author and time; undefined removes one", async () => {
  expect(await save({ pageSize: 50 })).toEqual({ before: { zone: "Europe/Sofia" }, changed: ["pageSize"] });
  await save({ sendDates: false }, "another");
  const mark = { at: at.toISOString() };
  expect(await stored()).toEqual({
    zone: "Europe/Sofia",
    pageSize: 50,
    sendDates: false,
    setBy: { pageSize: { by: "somebody", ...mark }, sendDates: { by: "another", ...mark } },
  });
  const updatedAt = async () => (await findEnvironmentRow(store.db, "demo"))?.updatedAt.getTime();
  const before = await updatedAt();
  expect(await save({ pageSize: 50 }, "a third")).toMatchObject({ changed: [] });
  expect(await updatedAt()).toBe(before);
  await save({ pageSize: undefined });
  expect(await updatedAt()).not.toBe(before);
  expect(await stored()).toEqual({ zone: "Europe/Sofia", sendDates: false, setBy: { sendDates: { by: "another", ...mark } } });
});

test("concurrent changes keep each other's options", async () => {
  await Promise.all([save({ pageSize: 20 }), save({ sendAccount: false }), save({ pageSizeName: "page_size" })]);
  expect(await stored()).toMatchObject({ pageSize: 20, sendAccount: false, pageSizeName: "page_size" });
});

test("connecting again, and a file with options of its own, keep those set here", async () => {
  await save({ pageSize: 20 });
  const options = { db: store.db, vault, clock: fixedClock(), allowedHosts: ["127.0.0.1:4010"], by: "a test" };
  const connect = (more: object) => connectEnvironment(options, "demo", { ...integration, ...more, merchants: [] });
  expect((await connect({})).integration).toBe("unchanged");
  await connect({ options: { timeoutMs: 8_000 } });
  expect(await stored()).toMatchObject({ timeoutMs: 8_000, pageSize: 20, setBy: { pageSize: { by: "somebody" } } });
});

test("saving the same credentials again, as the sandbox does at each start, keeps the options", async () => {
  await save({ pageSize: 20 });
  expect(await saveIntegration(store.db, vault, { id: "demo", ...integration, by: "a start" })).toBe("unchanged");
  expect(await stored()).toMatchObject({ pageSize: 20 });
});

test("an environment that is not connected has no options", async () => {
  const change = { environment: "production" as const, options: { pageSize: 50 }, by: "somebody", at };
  await expect(store.db.transaction((tx) => saveGatewayOptions(tx, change))).rejects.toMatchObject({ code: "not_connected" });
});

test("the gateways apply a change, at once after a reload", async () => {
  const permits = createPermitLedger({ db: store.db, vault });
  const gateways = createGatewayDirectory({
    store,
    vault,
    permits,
    clock: fixedClock(),
    allowedHosts: ["127.0.0.1:4010"],
    onCall: () => {},
  });
  for (const zone of ["Europe/Rome", "Europe/Paris", "Asia/Tokyo"]) {
    await save({ zone });
    gateways.reload("demo");
    expect((await gateways.environment("demo")).zone).toBe(zone);
  }
});
