import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, request as httpRequest, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { hashIdentifier } from "#lib/db/deliveries/delivery-derived.ts";
import { updateEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { listOrderDeliveries } from "#lib/db/notifications/order-deliveries.ts";
import { findIdentifiers } from "#lib/db/search/identifier-search.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { type Entry, encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { signFields, toPhpForm } from "#lib/sandbox/checkout/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { NotifyHandler } from "../runtime.ts";
import { createNotifyHandler } from "./notify-handler.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const log = { info: () => {}, warn: () => {}, error: () => {} };

let store: TestStore;
let handler: NotifyHandler;
let server: Server;
let origin: string;
let endpointId: string;
let merchantId: string;

beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
  const merchant = {
    environment: "sandbox",
    slug: "cafe",
    name: "Cafe",
    sid: "1",
    clientId: "cli_x",
    clientSecret: "sec_x",
    by: "test",
  };
  merchantId = (await saveMerchant(store.db, vault, merchant)).id;
  const certificate = publicKey.export({ type: "spki", format: "pem" }).toString();
  const made = await ensureEndpoint(store.db, {
    environment: "sandbox",
    merchantId,
    sid: "1",
    certificates: [certificate],
    by: "test",
  });
  endpointId = made.endpoint.id;
  handler = createNotifyHandler({ databaseUrl: store.url, vault, clock: systemClock, log, metrics: createMetrics() });
  server = createServer((request, response) => void handler.handleNode(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await store.drop();
});

function signed(order: string, more: [string, string][] = []): string {
  const fields: [string, string][] = [
    ["IPCmethod", "IPCPurchaseNotify"],
    ["SID", "1"],
    ["Amount", "12.34"],
    ["Currency", "EUR"],
    ["OrderID", order],
    ["IPC_Trnref", `T${order}`],
    ["RequestSTAN", "000001"],
    ["RequestDateTime", "2026-03-04 11:20:05"],
    ...more,
  ];
  return toPhpForm([...fields, ["Signature", signFields(fields, pem)]]);
}

type Case = {
  name: string;
  method?: string;
  type?: string | null;
  body?: () => string;
  path?: () => string;
  headers?: Record<string, string>;
  status: number;
  says: string | RegExp;
};

const form = "application/x-www-form-urlencoded";
const cases: Case[] = [
  { name: "a genuine notice", body: () => signed("A1"), status: 200, says: "OK" },
  {
    name: "the same with a charset and a trailing slash",
    type: `${form}; charset=utf-8`,
    path: () => `/api/notify/${endpointId}/?x=1`,
    body: () => signed("A2"),
    status: 200,
    says: "OK",
  },
  { name: "a changed amount", body: () => signed("A3").replace("12.34", "0.01"), status: 400, says: /signature/ },
  { name: "a body that is no notice", body: () => "a=b", status: 400, says: /invalid/ },
  { name: "nothing at all", body: () => "", status: 400, says: /invalid/ },
  {
    name: "an unknown endpoint",
    path: () => `/api/notify/${"0".repeat(32)}`,
    body: () => signed("A4"),
    status: 404,
    says: /no such/,
  },
  { name: "GET", method: "GET", status: 405, says: /POST/ },
  { name: "PUT", method: "PUT", body: () => "a=b", status: 405, says: /POST/ },
  { name: "JSON", type: "application/json", body: () => "{}", status: 415, says: /urlencoded/ },
  { name: "no content type", type: null, body: () => signed("A5"), status: 415, says: /urlencoded/ },
  {
    name: "a compressed body",
    headers: { "content-encoding": "gzip" },
    body: () => signed("A6"),
    status: 415,
    says: /urlencoded/,
  },
  { name: "a body over the cap", body: () => `a=${"x".repeat(70_000)}`, status: 413, says: /large/ },
  { name: "257 pairs", body: () => Array(257).fill("a=b").join("&"), status: 400, says: /invalid/ },
];

function toHeaders({ type = form, headers = {} }: Case): Record<string, string> {
  return type === null ? headers : { "content-type": type, ...headers };
}

function sendNode(each: Case): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const path = each.path?.() ?? `/api/notify/${endpointId}`;
    const sent = httpRequest(
      origin + path,
      { method: each.method ?? "POST", headers: toHeaders(each), agent: false },
      async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, body });
      },
    );
    sent.on("error", reject);
    sent.end(each.body?.() ?? undefined);
  });
}

async function sendFetch(each: Case): Promise<{ status: number; body: string }> {
  const path = each.path?.() ?? `/api/notify/${endpointId}`;
  const body = each.body?.();
  const request = new Request(origin + path, {
    method: each.method ?? "POST",
    headers: toHeaders(each),
    ...(body ? { body: new TextEncoder().encode(body) } : {}),
  });
  const response = await handler.handleFetch(request);
  return { status: response.status, body: await response.text() };
}

describe.each([
  ["the front server", sendNode],
  ["the fetch handler", sendFetch],
])("%s answers", (_entryPoint, send) => {
  test.each(cases)("$name with $status", async (each) => {
    const answer = await send(each);
    expect(answer.status).toBe(each.status);
    if (typeof each.says === "string") expect(answer.body).toBe(each.says);
    else expect(answer.body).toMatch(each.says);
  });
});

test("fifty concurrent copies are one delivery that was received fifty times, each with the response OK", async () => {
  const body = signed("FIFTY");
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sendNode({ name: "", body: () => body, status: 200, says: "OK" })),
  );
  expect(new Set(answers.map(({ body: text }) => text))).toEqual(new Set(["OK"]));
  const rows = await listOrderDeliveries(store.db, { endpointId, orderId: "FIFTY" });
  expect(rows.map(({ seen, verdict }) => [seen, verdict])).toEqual([[50, "valid"]]);
});

// Otherwise payments would be reversed by the entry point that still uses the old order.
test("a field order accepted by another process applies at both entry points", async () => {
  const certificate = publicKey.export({ type: "spki", format: "pem" }).toString();
  const wanted = { environment: "sandbox", merchantId, sid: "3", certificates: [certificate], by: "test" };
  const { id } = (await ensureEndpoint(store.db, wanted)).endpoint;
  const [usual, moved] = [notifyEntries({ sid: "3" }), notifyEntries({ sid: "3" }).toSpliced(2, 0, ["StoreID", "S7"])];
  const sendBoth = async (entries: readonly Entry[], orderId: string) => {
    const named = entries.map(([name, value]): Entry => [name, name === "OrderID" || name === "IPC_Trnref" ? orderId : value]);
    const body = encodeEntries([...named, ["Signature", signEntries(named, privateKey)]]);
    const each = { name: "", path: () => `/api/notify/${id}`, body: () => body, status: 200, says: "OK" };
    return [(await sendNode(each)).body, (await sendFetch(each)).body];
  };
  const refused = ["invalid: layout", "invalid: layout"];
  expect(await sendBoth(usual, "U-1")).toEqual(["OK", "OK"]);
  expect(await sendBoth(moved, "M-1")).toEqual(refused);
  const names = moved.slice(0, 6).map(([name]) => name);
  await updateEndpoint(store.db, id, { fieldOrder: { names, methods: ["IPCPurchaseNotify"], earlier: [] } });
  expect(await sendBoth(moved, "M-2")).toEqual(["OK", "OK"]);
  await eventually(async () => expect(await sendBoth(usual, randomUUID())).toEqual(refused));
});

test("a customer's e-mail is found by its full value and never stored in plain text", async () => {
  const email = "anna.k@example.org";
  await sendNode({ name: "", body: () => signed("MAIL", [["CustomerEmail", email]]), status: 200, says: "OK" });
  const find = (text: string) =>
    findIdentifiers(store.db, {
      scope: { environment: "sandbox", merchantIds: [merchantId] },
      value: normaliseIdentifier(text),
      hashedValue: hashIdentifier(vault, normaliseIdentifier(text)),
      limit: 5,
    });
  expect((await find(email)).map(({ field }) => field)).toEqual(["email"]);
  expect(await find("anna")).toEqual([]);
  const { rows } = await store.pool.query("select row_to_json(d)::text as row from delivery d");
  expect(rows.some(({ row }) => String(row).toLowerCase().includes("anna"))).toBe(false);
});

test("while the database is away no response is OK", async () => {
  const away = await createTestStore({ connectionsMax: 2 });
  const lonely = createNotifyHandler({ databaseUrl: away.url, vault, clock: systemClock, log, metrics: createMetrics() });
  await away.drop();
  const request = new Request(`${origin}/api/notify/${endpointId}`, {
    method: "POST",
    headers: { "content-type": form },
    body: signed("AWAY"),
  });
  expect((await lonely.handleFetch(request)).status).toBe(503);
});
