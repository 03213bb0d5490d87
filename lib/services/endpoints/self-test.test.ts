import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { environment } from "../../mirror/testing/test-desk.ts";
import { createEndpointDirectory } from "../../notify/endpoint-directory.ts";
import { answerNode } from "../../notify/node-door.ts";
import { createReceiver } from "../../notify/receive.ts";
import { selfTestEnvironment } from "../../notify/self-test/environment.ts";
import { createDeliveryRecord } from "../../store/deliveries.ts";
import { createEndpointSource, updateEndpoint } from "../../store/endpoints.ts";
import { alert } from "../../store/schema/alert.ts";
import { liveEvent } from "../../store/schema/live-event.ts";
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
} from "../../store/schema/notification.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { createReceiveDesk, type ReceiveDesk } from "../notifications/testing/receive-desk.ts";
import { createEndpoint } from "./endpoints.ts";
import { runSelfTest } from "./run-self-test.ts";

let desk: ReceiveDesk;
let server: Server;
let publicOrigin: string;

beforeAll(async () => {
  desk = await createReceiveDesk(["cafe", "hotel"]);
  const { db, vault } = desk.ctx();
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
  await desk.drop();
});

/** Each by somebody else, so that none is told to wait. */
const run = (id: string, { role = "support", merchant = "cafe" }: { role?: "viewer" | "support"; merchant?: string } = {}) =>
  runSelfTest({ ...desk.ctx({ role, id: crypto.randomUUID() }), publicOrigin }, { environment, merchant, id, input: {} });
const failures = ({ checks }: Awaited<ReturnType<typeof run>>) => checks.filter(({ isPassed }) => !isPassed);

async function countRows() {
  const { db } = desk.store;
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

test("every sample gets the answer that is expected, over real HTTP", async () => {
  const result = await run(desk.endpointId("cafe"));
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
  expect(result.checks.find(({ id }) => id === "kept")?.answer).toBe("4 kept as valid, one of them seen 2 times");
});

test("it leaves nothing behind but an audit row", async () => {
  const before = await countRows();
  await run(desk.endpointId("cafe"));
  expect(await countRows()).toEqual(before);
  const rows = await readAudit(desk.ctx());
  expect(rows.at(-1)).toMatchObject({
    act: "endpoint.self_tested",
    target: desk.endpointId("cafe"),
    detail: { passed: 23, failed: 0 },
  });
});

test("its samples arrive in no environment and at no merchant", async () => {
  const seen: { environment: string; merchants: number }[] = [];
  const { db } = desk.store;
  const watching = run(desk.endpointId("cafe"));
  for (let running = true; running; ) {
    const rows = await db.select().from(delivery);
    const merchants = new Set(rows.filter((row) => row.environment === selfTestEnvironment).map(({ merchantId }) => merchantId));
    if (merchants.size > 0) seen.push({ environment: selfTestEnvironment, merchants: merchants.size });
    expect(rows.every((row) => row.environment === selfTestEnvironment)).toBe(true);
    running = (await Promise.race([watching.then(() => "done"), new Promise((resolve) => setImmediate(resolve))])) !== "done";
  }
  expect(seen.length).toBeGreaterThan(0);
});

test("an endpoint that does not demand the order is held to its own rules", async () => {
  const input = { sid: "77", strictLayout: false };
  const { id } = await createEndpoint(desk.ctx(), { environment, merchant: "cafe", input });
  const result = await run(id);
  // It was made without a certificate, so the gateway's notifications would not be accepted.
  expect(failures(result).map(({ id: check, answer }) => [check, answer])).toEqual([["certificate", "0 accepted now"]]);
  expect(result.checks[0]?.id).toBe("certificate");
  expect(result.checks.find((check) => check.id === "moved")).toMatchObject({ expected: "200 OK", answer: "200 OK" });
});

test("an endpoint with another field order is held to that one", async () => {
  const names = ["IPCmethod", "StoreID", "SID", "Amount", "TipID", "RequestSTAN", "Currency", "OrderID"];
  for (const methods of [["IPCPurchaseNotify", "IPCPurchaseRollback"], ["IPCPurchaseNotify"], ["IPCPurchaseRollback"]]) {
    await updateEndpoint(desk.store.db, desk.endpointId("hotel"), { fieldOrder: { names, methods, earlier: [] } });
    expect(failures(await run(desk.endpointId("hotel"), { merchant: "hotel" }))).toEqual([]);
  }
});

test("a desk that cannot be reached at its origin fails every check but the certificate's, and says how", async () => {
  const ctx = { ...desk.ctx(), publicOrigin: "http://127.0.0.1:9" };
  const result = await runSelfTest(ctx, { environment, merchant: "cafe", id: desk.endpointId("cafe"), input: {} });
  expect(result.passed).toBe(1);
  expect(result.checks[1]?.answer).toBe("No answer: ECONNREFUSED");
});

// Would win: our own URL_Notify and database busy with samples, by one button.
test("one person runs it three times in a row and is then told when to come back; others are not kept out", async () => {
  let samples = 0;
  const send = async () => {
    samples += 1;
    return { problem: "not sent", isClosed: false };
  };
  const runAs = (id: string) =>
    runSelfTest(desk.ctx({ role: "support", id }), {
      environment,
      merchant: "cafe",
      id: desk.endpointId("cafe"),
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

test("a viewer may not, and another merchant's endpoint is not found", async () => {
  const codeOf = (doing: Promise<unknown>) => doing.catch((problem: { code?: string }) => problem.code);
  expect(await codeOf(run(desk.endpointId("cafe"), { role: "viewer" }))).toBe("forbidden");
  expect(await codeOf(run(desk.endpointId("cafe"), { merchant: "hotel" }))).toBe("not_found");
});
