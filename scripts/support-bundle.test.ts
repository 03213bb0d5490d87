// @module-tag long: starts the program again for each case.

import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { raiseAlert } from "#lib/db/alerts/alerts.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { deliveryProblem } from "#lib/db/schema/reconciliation.ts";
import { insertStaff } from "#lib/db/staff/staff.ts";
import { createForwardFixture } from "#lib/db/testing/forward-fixture.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { runScript } from "./support/testing/run-script.ts";

/** Each is in the database, in the settings or in the log, or in several of them, and must not be in a bundle. */
const canaries = {
  orderId: "ivan.canarov@buyer.example",
  card: "4111111111111111",
  clientId: "cli_canaryclient",
  clientSecret: "sec_canarysecret",
  providerSecret: "canary-provider-secret",
  cookieSecret: "canary-cookie-secret-of-32-letters",
  metricsToken: "canary-metrics-token",
  password: "canary-pass-word",
  staff: "zdravka.canarska@partner.example",
  staffName: "Zdravka Canarska",
  merchant: "Canary Bakery",
  shop: "canary-shop.example",
  sid: "000000000777777",
  body: "BODYCANARY",
  phone: "+359888123456",
};
const vaultKey = randomBytes(32);
const env = {
  PUBLIC_ORIGIN: "https://desk.example",
  SESSION_KEYS: `k1:${canaries.cookieSecret}`,
  VAULT_KEYS: `k1:${vaultKey.toString("base64")}`,
  METRICS_TOKEN: canaries.metricsToken,
  OIDC_ISSUER: "https://login.example",
  OIDC_CLIENT_ID: canaries.clientId,
  OIDC_CLIENT_SECRET: canaries.providerSecret,
  OIDC_NAME: canaries.staffName,
  FORWARD_HOSTS: `${canaries.shop}:443`,
};
let store: TestStore;
let folder = "";
beforeAll(async () => {
  [store, folder] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-bundle-"))]);
  await plant();
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

async function plant(): Promise<void> {
  const { db } = store;
  const vault = await openVault(store, [{ id: "k1", key: vaultKey }]);
  const { clientId, clientSecret, merchant: name, sid, orderId, staff, body } = canaries;
  const merchant = { environment: "production", slug: "canary-bakery", name, sid, clientId, clientSecret, by: staff } as const;
  const { id: merchantId } = await saveMerchant(db, vault, merchant);
  const rights = { role: "admin", permissions: [], merchants: null };
  await insertStaff(db, vault, { ...rights, email: staff, passwordHash: canaries.password });
  const message = { message: `${name} ${orderId}`, reason: "canary_reason", values: { name } };
  const pair = { environment: "production", kind: "session" as const, lastError: message, lastErrorAt: new Date() };
  await db.insert(identityPair).values({ ...pair, id: "hash-of-a-pair", state: "open" });
  await db.execute(
    sql`update ledger_sync set problem = ${JSON.stringify({ code: "gateway_refused", ...message })}::jsonb, failures = 3`,
  );
  await raiseAlert(db, {
    environment: "production",
    rule: "genuine_refused",
    subject: orderId,
    merchantId,
    at: new Date(),
    count: 2,
  });
  const times = { createdAt: new Date(), updatedAt: new Date() };
  await db.insert(payment).values({
    ...{ ...times, environment: "production", merchantId, status: "unknown", amountMinor: 777_777, currency: "EUR" },
    ...{ terminalId: "T1", referenceNumber: canaries.card, ownReference: orderId, problem: message },
  });
  const fixture = createForwardFixture(db, vaultKey);
  const target = { mode: "desk_answers" as const, url: `https://${canaries.shop}/notify` };
  const endpointId = await fixture.addEndpoint(target);
  const entries = notifyEntries({ sid, orderId }, [
    ["CustomerPhone", canaries.phone],
    ["Extra", body],
  ]);
  const { id: deliveryId } = await fixture.receive(endpointId, target, entries);
  await db.insert(deliveryProblem).values({ deliveryId, step: "order", reason: `${body} ${orderId}` });
}

/** A log as this program writes it, and lines that no redaction was applied to. */
function logText(): string {
  const { orderId, card, clientSecret, providerSecret, cookieSecret, password, staff, staffName, merchant, body, phone } =
    canaries;
  const line = (members: object) => JSON.stringify({ level: 50, time: "2026-11-25T10:00:00.000Z", ...members });
  const cause = {
    name: "Error",
    code: "ECONNREFUSED",
    message: `refused ${cookieSecret} for "${body}" of ${staffName} (${merchant}) with OrderID=${body}&Card=${card}`,
    stack: `Error: ${body}\n    at send (${process.cwd()}/lib/gateway/http-request.ts:1:2)`,
    cause: { message: `${orderId} ${phone} ${card} ${clientSecret}`, body, password },
    body,
  };
  return [
    line({ msg: "A payment could not be looked up", requestId: "r-1", code: "gateway_unreachable", cause }),
    line({ msg: `${staff} signed in; ${staffName.toUpperCase()}`, staff, merchant, peer: phone, url: `/x?order=${orderId}` }),
    `Nov 25 10:00:00 ${canaries.shop} node[7]: ` +
      line({ msg: `saw ${providerSecret}`, requestId: `${orderId} ${password}`, route: body.repeat(20), environment: "demo" }),
    `IPCmethod=IPCPurchaseNotify&OrderID=${orderId}&Extra=${body}`,
    `${staffName} wrote ${password}`,
  ].join("\n");
}

const slow = { meta: { slow: "Runs the command as a process of its own." } };
const run = (more: Record<string, string>, ...flags: string[]) =>
  runScript("scripts/support-bundle.ts", { DATABASE_URL: store.url, DATA_DIR: folder, ...env, ...more }, flags);
const newFile = () => path.join(folder, `bundle-${randomBytes(4).toString("hex")}.json`);
/** What of the canaries is in a text, also as a part of it in other letters. */
const found = (text: string) => Object.values(canaries).filter((canary) => text.toLowerCase().includes(canary.toLowerCase()));

test("a bundle describes the installation, and nothing personal or secret is in it", slow, async () => {
  const [file, log] = [newFile(), path.join(folder, "app.log")];
  await writeFile(log, logText());
  expect(found(logText()).length).toBeGreaterThan(8);
  const ended = await run({}, "--to", file, "--log", log);
  expect(ended).toEqual({
    code: 0,
    out: `${file}: a redacted description of this installation for support. Read it before you send it.\n`,
    err: "",
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, "utf8");
  expect(found(text)).toEqual([]);
  expect(text).not.toContain(new URL(store.url).password || "no password");
  expect(text).not.toContain(env.VAULT_KEYS.slice(3));
  expect(text).not.toContain("777777");
  const bundle = JSON.parse(text);
  expect(bundle.program.version).toMatch(/^\d+\.\d+\.\d+$/);
  const { PUBLIC_ORIGIN } = env;
  expect(bundle.settings).toEqual(
    expect.arrayContaining([`PUBLIC_ORIGIN: ${PUBLIC_ORIGIN}`, "VAULT_KEYS: set", "OIDC_NAME: set", "PORT: unset"]),
  );
  expect(bundle.doctor).toContain("ok schema: The tables are what this version makes.");
  const { database } = bundle;
  expect(Object.entries(database).filter(([name, part]) => name !== "jobs" && "problem" in Object(part))).toEqual([]);
  expect(database.tables.find(({ name }: { name: string }) => name === "delivery")).toMatchObject({
    partitions: expect.any(Number),
  });
  expect(database).toMatchObject({
    pendingMigrations: [],
    lastBackup: "never",
    syncProblems: [{ environment: "production", code: "gateway_refused", reason: "canary_reason", ledgers: 1 }],
    alerts: [expect.objectContaining({ rule: "genuine_refused", alerts: 1, times: 2 })],
    payments: [expect.objectContaining({ environment: "production", status: "unknown", payments: 1 })],
  });
  expect(database.stoppedGuards).toContainEqual(expect.objectContaining({ id: "hash-of-a-pair", reason: "canary_reason" }));
  expect(database.queues).toContainEqual({ name: "forward", state: "pending", entries: 1 });
  expect(bundle.process.problem).toMatch(/^(?!It stopped)./);
});

test("of the log it keeps what our lines say about themselves", slow, async () => {
  const [file, log] = [newFile(), path.join(folder, "kept.log")];
  await writeFile(log, logText());
  await run({}, "--to", file, "--log", log, "--log", path.join(folder, "none.log"));
  const [kept, missing] = JSON.parse(await readFile(file, "utf8")).logs;
  expect(kept.leftOut).toBe(2);
  expect(kept.lines[0]).toMatchObject({
    ...{ time: "2026-11-25T10:00:00.000Z", level: 50, msg: "A payment could not be looked up", requestId: "r-1" },
    code: "gateway_unreachable",
    cause: { code: "ECONNREFUSED", stack: ["at send (./lib/gateway/http-request.ts:1:2)"] },
  });
  expect(Object.keys(kept.lines[2]).toSorted()).toEqual(["environment", "level", "msg", "time"]);
  expect(missing.problem).toContain("ENOENT");
});

test("a file that is there is never replaced", slow, async () => {
  const file = newFile();
  await writeFile(file, "mine");
  expect(await run({}, "--to", file)).toEqual({
    code: 1,
    out: "",
    err: `--to ${file} is there already and was not changed; name another file.\n`,
  });
  expect(await readFile(file, "utf8")).toBe("mine");
});

test("it is written while the database is away and while a setting is wrong, and says so", slow, async () => {
  const [away, wrong] = [newFile(), newFile()];
  const url = `postgres://canary:${canaries.password}@127.0.0.1:1/desk`;
  expect(await run({ DATABASE_URL: url }, "--to", away)).toMatchObject({ code: 0 });
  const text = await readFile(away, "utf8");
  expect(found(text)).toEqual([]);
  expect(JSON.parse(text).database.problem).toMatch(/^DATABASE_URL cannot be used/);
  expect(await run({ PORT: "x", SESSION_KEYS: canaries.password }, "--to", wrong)).toMatchObject({ code: 0 });
  const other = await readFile(wrong, "utf8");
  expect(found(other)).toEqual([]);
  expect(JSON.parse(other).settingsProblems).toEqual(expect.arrayContaining([expect.stringMatching(/^PORT is not a port/)]));
});

test("it asks the running process for its probes and metrics", slow, async () => {
  const server = createServer(({ url, headers }, response) => {
    const isAllowed = url !== "/api/metrics" || headers.authorization === `Bearer ${canaries.metricsToken}`;
    response.writeHead(url === "/api/ready" ? 503 : isAllowed ? 200 : 401);
    const pool = 'counterfoil_database_connections{pool="lists",state="in_use"} 3';
    response.end(
      `# HELP x ${canaries.body}\n${pool}\ncounterfoil_schema_version 1764000000000\nother{name="${canaries.staff}"} 1\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = server.address();
    const file = newFile();
    await run({ PORT: String(typeof address === "object" ? address?.port : "") }, "--to", file);
    const text = await readFile(file, "utf8");
    expect(found(text)).toEqual([]);
    expect(JSON.parse(text).process).toEqual({
      statuses: { "/api/health": 200, "/api/startup": 200, "/api/ready": 503, "/api/ready?for=notify": 200 },
      metrics: {
        'counterfoil_database_connections{pool="lists",state="in_use"}': 3,
        counterfoil_schema_version: 1_764_000_000_000,
      },
    });
  } finally {
    server.close();
  }
});
