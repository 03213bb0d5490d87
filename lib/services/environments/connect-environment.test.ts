import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { desc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { isAppError } from "#lib/core/errors.ts";
import { listAuditRows } from "#lib/db/audit/audit-list.ts";
import { listEndpoints } from "#lib/db/endpoints/endpoints.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { listProfileRows } from "#lib/db/environments/gateway-profile.ts";
import { openCredential } from "#lib/db/lockout/credentials.ts";
import { findOtherSecretOf } from "#lib/db/lockout/other-secrets.ts";
import { archiveMerchant } from "#lib/db/merchants/archived-merchants.ts";
import { findMerchantCredential, findMerchantRow, listMerchantRows } from "#lib/db/merchants/merchants.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { answersInForce } from "../profile/in-force.ts";
import { connectEnvironment } from "./connect-environment.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const certificate = readFileSync("lib/notifications/testing/vectors/test-store-cert.pem", "utf8");
let store: TestStore;

beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const secretOf = (name: string) => `sec_canary${name}${"x".repeat(40)}`;
const cafe = { slug: "corner-cafe", name: "Corner Cafe", clientId: "cli_canarycafe", clientSecret: secretOf("cafe") };
const bakery = { slug: "bakery", name: "Bäckerei Süß", clientId: "cli_canarybakery", clientSecret: secretOf("bakery") };
const good = {
  baseUrl: "http://127.0.0.1:4010/sandbox-gateway/",
  partnerId: "partner-1",
  applicationId: "application-1",
  clientId: "client_canaryintegration",
  clientSecret: "secret_canaryintegration",
  merchants: [cafe, bakery],
};

function connect(content: unknown, environment: "demo" | "production" | "sandbox" = "demo") {
  const allowedHosts = ["demo-api-gateway.mypos.com", "api-gateway.mypos.com", "127.0.0.1:4010"];
  return connectEnvironment({ db: store.db, vault, clock: fixedClock(), allowedHosts, by: "a test" }, environment, content);
}

async function problemsOf(content: unknown, environment: "demo" | "production" = "demo"): Promise<string[]> {
  try {
    await connect(content, environment);
  } catch (error) {
    if (isAppError(error)) return (error.fields ?? []).map(({ field, message }) => `${field}: ${message}`);
    throw error;
  }
  return [];
}

test("an environment and its merchants are connected and stored encrypted, and the result has no secrets", async () => {
  const connected = await connect(good);
  expect(connected).toMatchObject({
    integration: "added",
    merchants: { added: ["corner-cafe", "bakery"], changed: [], unchanged: [] },
  });
  expect(JSON.stringify(connected)).not.toContain("canary");
  const row = await findEnvironmentRow(store.db, "demo");
  expect(row?.baseUrl).toBe("http://127.0.0.1:4010/sandbox-gateway");
  expect(row && openCredential(vault, "environment", "demo", row)).toEqual({
    clientId: good.clientId,
    clientSecret: good.clientSecret,
  });
  const merchant = await findMerchantRow(store.db, "demo", "bakery");
  const sealed = merchant && (await findMerchantCredential(store.db, merchant.id));
  expect(merchant?.name).toBe("Bäckerei Süß");
  expect(sealed && openCredential(vault, "merchant", merchant.id, sealed).clientSecret).toBe(bakery.clientSecret);
});

test("connecting again changes nothing, merges by slug and removes nothing", async () => {
  await connect(good);
  const second = await connect(good);
  expect(second.integration).toBe("unchanged");
  expect(second.merchants.unchanged).toEqual(["corner-cafe", "bakery"]);
  const renamed = { ...cafe, name: "Corner Cafe & Bar" };
  const kiosk = { ...cafe, slug: "kiosk", name: "Kiosk" };
  const merged = await connect({ ...good, merchants: [renamed, kiosk] });
  expect(merged.merchants).toEqual({ added: ["kiosk"], changed: ["corner-cafe"], unchanged: [] });
  expect((await listMerchantRows(store.db, "demo", 100)).map((row) => row.slug).sort()).toEqual([
    "bakery",
    "corner-cafe",
    "kiosk",
  ]);
});

test("the client ID of another merchant is refused with another secret, unless that one is changed too or archived", async () => {
  await connect(good);
  const shop = { ...bakery, slug: "shop", name: "Shop", clientSecret: secretOf("shop") };
  expect(await problemsOf({ ...good, merchants: [shop] })).toEqual([
    "merchants.0.clientId: bakery has the same client ID with another secret; only one can be right. To change the secret of both, import both in one file.",
  ]);
  expect(await findMerchantRow(store.db, "demo", "shop")).toBeUndefined();
  const both = [shop, { ...bakery, clientSecret: shop.clientSecret }];
  expect((await connect({ ...good, merchants: both })).merchants).toMatchObject({ added: ["shop"], changed: ["bakery"] });
  const { id = "" } = (await findMerchantRow(store.db, "demo", "shop")) ?? {};
  await archiveMerchant(store.db, { merchantId: id, at: new Date(), by: "a test" });
  expect((await connect(good)).merchants.changed).toEqual(["bakery"]);
  expect(await findOtherSecretOf(store.db, id)).toEqual({ slug: "shop", other: "bakery" });
});

test("options that the file omits stay, and equal ones in another order change nothing", async () => {
  const options = {
    zone: "Europe/Sofia",
    pageSizeName: "page_size",
    pageSize: 50,
    sendAccount: true,
    sendDates: true,
    timeoutMs: 5_000,
  };
  expect((await connect({ ...good, options })).integration).toBe("changed");
  expect((await connect({ ...good, options: Object.fromEntries(Object.entries(options).reverse()) })).integration).toBe(
    "unchanged",
  );
  expect((await connect(good)).integration).toBe("unchanged");
  expect((await findEnvironmentRow(store.db, "demo"))?.options).toMatchObject({ timeoutMs: 5_000 });
  expect(answersInForce(await listProfileRows(store.db, "demo"))).toMatchObject({
    zone: "Europe/Sofia",
    page_size_name: "page_size",
    page_size_max: 50,
    account_number: "optional",
    dates: "optional",
  });
});

test("members of the payment's body are changed with a check, and each change is audited", async () => {
  const withBody = (paymentBody: object) => ({ ...good, options: { paymentBody } });
  expect(await problemsOf(withBody({ amount: { value: 1234 }, pos: "{tid}" }))).toEqual([
    expect.stringMatching(/^options\.paymentBody\.pos: Write one of these fields in braces: amount\.value, /),
  ]);
  expect(await problemsOf(withBody({ amount: { value: 1234 } }))).toEqual([
    expect.stringMatching(/^options\.paymentBody\.amount\.value: The request must keep this field\./),
  ]);
  const patch = { tid: "{terminal_id}", terminal_id: null };
  expect((await connect(withBody(patch))).integration).toBe("changed");
  expect((await connect(withBody(patch))).integration).toBe("unchanged");
  expect((await connect(withBody({}))).integration).toBe("changed");
  expect((await findEnvironmentRow(store.db, "demo"))?.options).not.toHaveProperty("paymentBody");
  const rows = await listAuditRows({ db: store.db, vault }, { environment: "demo", act: "profile.changed", limit: 10 });
  expect(rows.map(({ detail }) => detail)).toEqual([
    { question: "payment_body", from: patch, to: {} },
    { question: "payment_body", from: {}, to: patch },
  ]);
});

test("a store with certificates gets its endpoint", async () => {
  const content = { ...good, merchants: [{ ...bakery, sid: "000000000000010", certificates: [certificate] }] };
  expect((await connect(content)).merchants.changed).toEqual(["bakery"]);
  expect((await connect(content)).merchants.unchanged).toEqual(["bakery"]);
  const merchant = await findMerchantRow(store.db, "demo", "bakery");
  expect(merchant?.sid).toBe("000000000000010");
  const [endpoint, ...others] = await listEndpoints(store.db, merchant?.id ?? "");
  expect(others).toEqual([]);
  expect(endpoint).toMatchObject({ sid: "000000000000010", createdBy: "a test" });
});

test("connections are audited without secrets, and no secret is readable in the database", async () => {
  await connect(good);
  const [row] = await store.db.select().from(audit).orderBy(desc(audit.id)).limit(1);
  expect(row).toMatchObject({ act: "environment.connected", actor: "a test", environment: "demo" });
  for (const table of ["environment", "merchant", "audit", "setting"]) {
    const { rows } = await store.db.execute(sql.raw(`select row_to_json(t)::text as text from "${table}" t`));
    const text = rows.map((item) => String(item.text)).join("\n");
    expect(text).not.toContain("canary");
    expect(text).not.toContain(Buffer.from("canary").toString("hex"));
  }
});

test.each<[string, object, RegExp]>([
  ["a slug of the dashboard's own words", { merchants: [{ ...cafe, slug: "payments" }] }, /^merchants\.0\.slug: /],
  ["a slug with capitals", { merchants: [{ ...cafe, slug: "Cafe" }] }, /^merchants\.0\.slug: /],
  ["a slug that stands twice", { merchants: [cafe, cafe] }, /^merchants\.1\.slug: The same slug stands at merchants\.0/],
  [
    "one client id with two secrets",
    { merchants: [cafe, { ...bakery, clientId: cafe.clientId }] },
    /^merchants\.1\.clientSecret: /,
  ],
  ["a swapped pair", { clientId: good.clientSecret, clientSecret: good.clientId }, /^clientId: .*swapped/],
  ["a merchant's pair as the integration's", { clientId: cafe.clientId }, /^clientId: /],
  [
    "white space in a secret",
    { merchants: [{ ...cafe, clientSecret: `${cafe.clientSecret} ` }] },
    /^merchants\.0\.clientSecret: .*space/,
  ],
  ["an unlisted host", { baseUrl: "https://gateway.example" }, /^baseUrl: .*GATEWAY_HOSTS/],
  ["http to another machine", { baseUrl: "http://demo-api-gateway.mypos.com" }, /^baseUrl: .*https/],
  ["production's gateway for demo", { baseUrl: "https://api-gateway.mypos.com" }, /^baseUrl: .*doesn't belong to demo/],
  ["an unknown member", { password: "x" }, /^password: /],
  ["an unknown zone", { options: { zone: "Mars/Olympus" } }, /^options\.zone: /],
  ["merchants that are no list", { merchants: {} }, /^merchants: /],
  ["a certificate that is none", { merchants: [{ ...cafe, sid: "1", certificates: ["x"] }] }, /^merchants\.0\.certificates\.0: /],
  [
    "certificates without a store",
    { merchants: [{ ...cafe, certificates: [certificate] }] },
    /^merchants\.0\.certificates: .*sid/,
  ],
])("%s is refused by name, and nothing is stored", async (_, mistake, line) => {
  const before = await listMerchantRows(store.db, "demo", 100);
  const problems = await problemsOf({ ...good, ...mistake });
  expect(problems).toContainEqual(expect.stringMatching(line));
  expect(problems.join("\n")).not.toContain("canary");
  expect(await listMerchantRows(store.db, "demo", 100)).toEqual(before);
});

test("all mistakes are reported at once", async () => {
  const problems = await problemsOf({
    ...good,
    baseUrl: "https://gateway.example",
    clientId: "nonsense",
    merchants: [cafe, cafe],
  });
  expect(problems.map((line) => line.split(":")[0])).toEqual(["baseUrl", "clientId", "merchants.1.slug"]);
});

test("swapped partner id and application id are refused before any call", async () => {
  expect(await problemsOf({ ...good, partnerId: "mps-app-12345678", applicationId: "mps-p-12345678" })).toEqual([
    expect.stringMatching(/^partnerId: .*swapped/),
    expect.stringMatching(/^applicationId: .*swapped/),
  ]);
  expect(await problemsOf({ ...good, partnerId: "mps-p-12345678", applicationId: "mps-app-12345678" })).toEqual([]);
});

test("the sandbox cannot be connected", async () => {
  await expect(connect(good, "sandbox")).rejects.toMatchObject({ code: "invalid_input" });
});
