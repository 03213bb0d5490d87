import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { createEndpointSource, updateEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { alert } from "#lib/db/schema/alert.ts";
import { liveEvent } from "#lib/db/schema/live-event.ts";
import {
  delivery,
  deliveryKey,
  eventKey,
  notifyCertificate,
  notifyEndpoint,
  quarantine,
  referenceKey,
  refusedKey,
  refusedStore,
} from "#lib/db/schema/notification.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createEndpointDirectory } from "#lib/notifications/endpoints/endpoint-directory.ts";
import { answerNode } from "#lib/notifications/receive/node-handler.ts";
import { createReceiver } from "#lib/notifications/receive/receive.ts";
import { selfTestEnvironment } from "#lib/notifications/self-test/environment.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { createEndpoint } from "./endpoints.ts";
import { runSelfTest } from "./run-self-test.ts";

let fixture: ReceiveFixture;
let server: Server;
let publicOrigin: string;

beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
  const { db, vault } = fixture.ctx();
  const receive = createReceiver({
    directory: createEndpointDirectory({ source: createEndpointSource({ db, vault }), clock: systemClock }),
    record: createDeliveryRecord({ db, vault }),
    clock: systemClock,
    limits: { bodyMs: 300 },
  });
  server = createServer((request, response) => void answerNode(receive, request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  publicOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await fixture.drop();
});

/** Each by another account, so that none is throttled. */
const run = (id: string, { role = "support", merchant = "cafe" }: { role?: "viewer" | "support"; merchant?: string } = {}) =>
  runSelfTest({ ...fixture.ctx({ role, id: crypto.randomUUID() }), publicOrigin }, { environment, merchant, id, input: {} });
const failures = ({ checks }: Awaited<ReturnType<typeof run>>) => checks.filter(({ isPassed }) => !isPassed);

async function countRows() {
  const { db } = fixture.store;
  const tables = [
    delivery,
    deliveryKey,
    eventKey,
    referenceKey,
    refusedKey,
    refusedStore,
    alert,
    quarantine,
    liveEvent,
    notifyEndpoint,
    notifyCertificate,
  ];
  return Promise.all(tables.map(async (table) => (await db.select().from(table)).length));
}

test("every sample gets the expected response, over real HTTP", async () => {
  const result = await run(fixture.endpointId("cafe"));
  expect(failures(result)).toEqual([]);
  expect(result.checks.map(({ id }) => id)).toEqual([
    "certificate",
    "address",
    ...["valid", "duplicate", "rollback", "extra-signed", "probe"],
    ...["tampered", "extra-unsigned", "reordered", "stranger", "unsigned"],
    ...["renamed", "moved", "duplicate-name", "browser-method", "foreign-sid"],
    ...["huge", "huge-unannounced", "slow", "get", "json"],
    "kept",
  ]);
  expect(result.checks.find(({ id }) => id === "tampered")?.answer).toBe("400 invalid: signature");
  expect(result.checks.find(({ id }) => id === "kept")?.answer).toBe("4 saved as verified, one of them received 2 times");
});

test("it leaves nothing but an audit row", async () => {
  const before = await countRows();
  await run(fixture.endpointId("cafe"));
  expect(await countRows()).toEqual(before);
  const rows = await readAudit(fixture.ctx());
  expect(rows.at(-1)).toMatchObject({
    act: "endpoint.self_tested",
    target: fixture.endpointId("cafe"),
    detail: { passed: 23, failed: 0 },
  });
});

test("its samples appear in no environment and at no merchant", async () => {
  const seen: { environment: string; merchants: number }[] = [];
  const { db } = fixture.store;
  const watching = run(fixture.endpointId("cafe"));
  for (let running = true; running; ) {
    const rows = await db.select().from(delivery);
    const merchants = new Set(rows.filter((row) => row.environment === selfTestEnvironment).map(({ merchantId }) => merchantId));
    if (merchants.size > 0) seen.push({ environment: selfTestEnvironment, merchants: merchants.size });
    expect(rows.every((row) => row.environment === selfTestEnvironment)).toBe(true);
    running = (await Promise.race([watching.then(() => "done"), new Promise((resolve) => setImmediate(resolve))])) !== "done";
  }
  expect(seen.length).toBeGreaterThan(0);
});

test("an endpoint that does not require the order is tested by its own rules", async () => {
  const input = { sid: "77", strictLayout: false };
  const { id } = await createEndpoint(fixture.ctx(), { environment, merchant: "cafe", input });
  const result = await run(id);
  // It was created without a certificate, so the gateway's notifications would not be accepted.
  expect(failures(result).map(({ id: check, answer }) => [check, answer])).toEqual([["certificate", "0 accepted now"]]);
  expect(result.checks[0]?.id).toBe("certificate");
  expect(result.checks.find((check) => check.id === "moved")).toMatchObject({ expected: "200 OK", answer: "200 OK" });
});

test("an endpoint with another field order is tested with that order", async () => {
  const names = ["IPCmethod", "StoreID", "SID", "Amount", "TipID", "RequestSTAN", "Currency", "OrderID"];
  for (const methods of [["IPCPurchaseNotify", "IPCPurchaseRollback"], ["IPCPurchaseNotify"], ["IPCPurchaseRollback"]]) {
    await updateEndpoint(fixture.store.db, fixture.endpointId("hotel"), { fieldOrder: { names, methods, earlier: [] } });
    expect(failures(await run(fixture.endpointId("hotel"), { merchant: "hotel" }))).toEqual([]);
  }
});

test("an app that cannot be reached at its origin fails every check but the certificate's, with the reason", async () => {
  const ctx = { ...fixture.ctx(), publicOrigin: "http://127.0.0.1:9" };
  const result = await runSelfTest(ctx, { environment, merchant: "cafe", id: fixture.endpointId("cafe"), input: {} });
  expect(result.passed).toBe(1);
  expect(result.checks[1]?.answer).toBe("No answer: ECONNREFUSED");
});

// A single button could otherwise overload our own URL_Notify and database with samples.
test("one account runs it three times in a row and is then throttled; others are not", async () => {
  let samples = 0;
  const send = async () => {
    samples += 1;
    return { problem: "not sent", isClosed: false };
  };
  const runAs = (id: string) =>
    runSelfTest(fixture.ctx({ role: "support", id }), {
      environment,
      merchant: "cafe",
      id: fixture.endpointId("cafe"),
      input: {},
      send,
    });
  const person = crypto.randomUUID();
  const ended = await Promise.allSettled(Array.from({ length: 8 }, () => runAs(person)));
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const sent = samples;
  const refused = await runAs(person).catch((problem: unknown) => problem);
  expect(refused).toMatchObject({ code: "throttled", retryAfterSeconds: expect.any(Number) });
  expect(samples).toBe(sent);
  expect(await runAs(crypto.randomUUID())).toMatchObject({ passed: 1 });
});

test("a viewer may not run it, and another merchant's endpoint is not found", async () => {
  const codeOf = (doing: Promise<unknown>) => doing.catch((problem: { code?: string }) => problem.code);
  expect(await codeOf(run(fixture.endpointId("cafe"), { role: "viewer" }))).toBe("forbidden");
  expect(await codeOf(run(fixture.endpointId("cafe"), { merchant: "hotel" }))).toBe("not_found");
});
