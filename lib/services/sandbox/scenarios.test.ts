import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { startTestMerchantServer, type TestMerchantServer } from "#lib/sandbox/testing/test-shop.ts";
import { listAudit } from "../audit/list-audit.ts";
import { beginScenario } from "./begin-scenario.ts";
import { endEveryScenario, endScenario } from "./end-scenario.ts";
import { listScenarios } from "./list-scenarios.ts";

const shopSlug = "knigi-online";
let fixture: SandboxFixture;
let shop: TestMerchantServer;
beforeAll(async () => {
  const slugs = ["corner-cafe", shopSlug, "taxi-athina", "sakura-travel", "bodega-del-sol"];
  fixture = await createSandboxFixture({ transactions: 100, slugs, options: { timeoutMs: 3_000 } });
  shop = await startTestMerchantServer();
  await fixture.setStore(shopSlug, shop.addresses);
});
afterAll(async () => {
  await fixture.drop();
  await shop.close();
});

const here = () => ({ environment: "sandbox", sandbox: fixture.gateway }) as const;
const begin = (id: string) => beginScenario(fixture.ctx(), { ...here(), id });
const accountsOf = async (slug: string) =>
  (await fixture.ctx().gateways.forMerchant(await fixture.merchant(slug))).listAccounts();
const on = async () => (await listScenarios(fixture.ctx(), here())).filter(({ isOn }) => isOn).map(({ id }) => id);

test("a fault affects its one merchant until it is ended, and the list shows it", async () => {
  expect(await on()).toEqual([]);
  const begun = await begin("away");
  expect(begun).toMatchObject({ isOn: true, merchant: "taxi-athina", href: "/sandbox/taxi-athina/transactions" });
  await begin("away");
  expect(await on()).toEqual(["away"]);
  await expect(accountsOf("taxi-athina")).rejects.toMatchObject({ code: "gateway_unavailable" });
  expect(await accountsOf("corner-cafe")).not.toEqual([]);
  await endScenario(fixture.ctx(), { ...here(), id: "away" });
  expect(await on()).toEqual([]);
  expect(await accountsOf("taxi-athina")).not.toEqual([]);
});

test("refused credentials reach the gateway once, however many requests; after the end all works again", async () => {
  await accountsOf("bodega-del-sol");
  expect(await begin("lock_guard")).toMatchObject({ asked: 5, heard: 1, href: "/sandbox/bodega-del-sol/connection" });
  expect(await on()).toEqual(["refused", "lock_guard"]);
  await expect(accountsOf("bodega-del-sol")).rejects.toMatchObject({ code: "merchant_refused" });
  await endScenario(fixture.ctx(), { ...here(), id: "lock_guard" });
  expect(await accountsOf("bodega-del-sol")).not.toEqual([]);
  expect(await on()).toEqual([]);
});

test("a forged notification has another amount than was signed; a duplicate is the same message three times", async () => {
  shop.received.length = 0;
  const forged = await begin("forged");
  expect(forged).toMatchObject({ isOn: false, href: `/sandbox/${shopSlug}/notifications?q=${forged.order}` });
  expect(shop.received.map((body) => new URLSearchParams(body).get("Amount"))).toContain("0.01");
  shop.received.length = 0;
  await begin("duplicate");
  expect(new Set(shop.received).size).toBe(1);
  expect(shop.received).toHaveLength(3);
});

test("ending everything ends all of them, and each action is audited", async () => {
  await begin("slow");
  await begin("lost_answer");
  await begin("refused");
  await endEveryScenario(fixture.ctx(), here());
  expect(await on()).toEqual([]);
  expect(await accountsOf("bodega-del-sol")).not.toEqual([]);
  const { items } = await listAudit(fixture.ctx(), { environment: "sandbox", input: {} });
  expect(items.slice(0, 2).map(({ act, target }) => [act, target])).toEqual([
    ["scenario.ended", "all"],
    ["scenario.begun", "refused"],
  ]);
});

test("there are none outside the sandbox, none of hidden merchants, and none for a viewer", async () => {
  const notFound = { code: "not_found" };
  await expect(listScenarios(fixture.ctx(), { ...here(), environment: "demo" })).rejects.toMatchObject(notFound);
  await expect(listScenarios(fixture.ctx(), { environment: "sandbox", sandbox: undefined })).rejects.toMatchObject(notFound);
  await expect(begin("anything")).rejects.toMatchObject(notFound);
  const ofTaxi = fixture.ctx({ merchants: ["sandbox/taxi-athina"] });
  expect((await listScenarios(ofTaxi, here())).map(({ id }) => id)).toEqual(["away"]);
  await expect(beginScenario(ofTaxi, { ...here(), id: "refused" })).rejects.toMatchObject(notFound);
  const viewer = fixture.ctx({ role: "viewer" });
  await expect(listScenarios(viewer, here())).rejects.toMatchObject({ code: "forbidden" });
  await expect(endEveryScenario(viewer, here())).rejects.toMatchObject({ code: "forbidden" });
});
