import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, type Entry, notifyEntries, rollbackEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { openStore, type Store } from "../connection/open-store.ts";
import { delivery as deliveryTable, eventKey, quarantine } from "../schema/notification.ts";
import { findIdentifierTargets } from "../search/identifier-search.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createDeliveryRecord } from "./deliveries.ts";

const signer = createSigner(randomUUID());
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const { signal } = new AbortController();

let store: TestStore;
let others: Store[];
beforeAll(async () => {
  store = await createTestStore();
  others = [1, 2, 3].map(() => openStore({ url: store.url, connectionsMax: 4 }));
});
afterAll(async () => {
  await Promise.all(others.map((other) => other.close()));
  await store.drop();
});

function newEndpoint(): NotifyEndpoint {
  const [id, merchantId] = [randomBytes(16).toString("hex"), randomUUID()];
  const own = { environment: "sandbox", merchant: "cafe", sid: "000000000000010", strictLayout: true };
  return { id, merchantId, ...own, keys: [signer.key] };
}

function received(endpoint: NotifyEndpoint, entries: readonly Entry[]): Delivery {
  const body = Buffer.from(signedBody(entries, signer));
  return {
    id: randomUUID(),
    body,
    sha256: createHash("sha256").update(body).digest(),
    headers: [{ name: "user-agent", value: `gate "1", \\ {a,b}` }],
    peer: null,
    receivedAt: new Date(),
    answer: { status: 200, body: "OK", ms: 1 },
    ...deriveFromBody(body, endpoint),
  };
}

const order = (orderId: string, changes = {}) => notifyEntries({ orderId, trnref: `T-${orderId}`, ...changes });
const record = () => createDeliveryRecord({ db: store.db, vault });
const rowsOf = ({ id }: NotifyEndpoint) =>
  store.db.select().from(deliveryTable).where(eq(deliveryTable.endpointId, id)).orderBy(deliveryTable.seq);

async function transactionsOf(ids: readonly string[]): Promise<number> {
  const { rows } = await store.pool.query("select count(distinct xmin::text)::int as n from delivery where id = any($1)", [ids]);
  return rows[0].n;
}

test("concurrent deliveries are stored in a few transactions, in order, with all dependent rows", async () => {
  const endpoint = newEndpoint();
  const all = Array.from({ length: 100 }, (_, index) => received(endpoint, order(`GROUP-${index}`)));
  const saving = record();
  await Promise.all(all.map((delivery) => saving.save(delivery, { signal })));
  const rows = await rowsOf(endpoint);
  expect(rows.map(({ orderId }) => orderId).sort()).toEqual(all.map(({ event }) => event.orderId).sort());
  expect(await transactionsOf(all.map(({ id }) => id))).toBeLessThanOrEqual(3);
  expect(rows[0]).toMatchObject({ headers: all[0]?.headers, verdict: "valid", seen: 1, conflict: false, amountMinor: 20_000 });
  const events = await store.pool.query("select count(*)::int as n from live_event where merchant_id = $1", [
    endpoint.merchantId,
  ]);
  const queued = await store.pool.query("select count(*)::int as n from delivery_outbox where delivery_id = any($1)", [
    all.map(({ id }) => id),
  ]);
  expect([events.rows[0].n, queued.rows[0].n]).toEqual([100, 100]);
});

test("each of many concurrent deliveries is found by its identifiers at once", async () => {
  const endpoint = newEndpoint();
  const saving = record();
  await Promise.all(["A", "B", "C", "D"].map((name) => saving.save(received(endpoint, order(name)), { signal })));
  const scope = { environment: "sandbox", merchantIds: [endpoint.merchantId] };
  const known = await findIdentifierTargets(store.db, { scope, fields: ["orderId"], values: ["A", "B", "C", "D"], limit: 9 });
  expect(known.map(({ value }) => value).toSorted()).toEqual(["A", "B", "C", "D"]);
});

test("a delivery that cannot be stored fails alone; the rest of its group is stored", async () => {
  const endpoint = newEndpoint();
  const poisoned = { ...received(endpoint, order("POISON")), peer: "nul \u0000 in a text" };
  const good = Array.from({ length: 10 }, (_, index) => received(endpoint, order(`GOOD-${index}`)));
  const saving = record();
  const results = await Promise.allSettled(
    [...good.slice(0, 5), poisoned, ...good.slice(5)].map((delivery) => saving.save(delivery, { signal })),
  );
  expect(results.map(({ status }) => status === "fulfilled").filter(Boolean)).toHaveLength(10);
  expect(results[5]?.status).toBe("rejected");
  expect(await rowsOf(endpoint)).toHaveLength(10);
});

test("a genuine delivery does not wait for earlier forgeries", async () => {
  const endpoint = newEndpoint();
  const forger = { ...newEndpoint(), keys: [createSigner().key] };
  const forged = [1, 2, 3].map((number) => received(forger, order(`FORGED-${number}`)));
  await store.db.insert(quarantine).values({ endpointId: forger.id });
  const holder = await store.pool.connect();
  await holder.query("begin");
  await holder.query("select from quarantine where endpoint_id = $1 for update", [forger.id]);
  const saving = record();
  const waiting: Promise<void>[] = [];
  for (const delivery of forged) {
    waiting.push(saving.save(delivery, { signal }));
    await setImmediate();
  }
  await saving.save(received(endpoint, order("GENUINE")), { signal });
  expect(await rowsOf(endpoint)).toHaveLength(1);
  await holder.query("commit");
  holder.release();
  await Promise.all(waiting);
  expect((await rowsOf(forger)).map(({ verdict }) => verdict)).toEqual(["invalid", "invalid", "invalid"]);
});

test("an aborted delivery is not stored, and does not affect the others", async () => {
  const endpoint = newEndpoint();
  const stop = new AbortController();
  const saving = record();
  const stored = saving.save(received(endpoint, order("KEPT")), { signal });
  const late = saving.save(received(endpoint, order("LATE")), { signal: stop.signal });
  stop.abort(new Error("too late"));
  await expect(late).rejects.toThrow("too late");
  await stored;
  expect((await rowsOf(endpoint)).map(({ orderId }) => orderId)).toEqual(["KEPT"]);
});

test.each([null, { mode: "desk_answers", url: "https://shop.example/notify" }] as const)(
  "a delivery given up while it waits for a connection is not stored, with forwarding %j; others of its group are",
  async (forward) => {
    const endpoint: NotifyEndpoint = { ...newEndpoint(), forward };
    const busy = openStore({ url: store.url, connectionsMax: 1 });
    const holder = await busy.pool.connect();
    const stop = new AbortController();
    const saving = createDeliveryRecord({ db: busy.db, vault });
    const late = saving.save(received(endpoint, order("GIVEN-UP")), { signal: stop.signal });
    const stored = saving.save(received(endpoint, order("WAITED")), { signal });
    await eventually(() => expect(busy.pool.waitingCount).toBe(1));
    stop.abort(new Error("too late"));
    await expect(late).rejects.toThrow("too late");
    holder.release();
    await stored;
    await busy.close();
    expect((await rowsOf(endpoint)).map(({ orderId }) => orderId)).toEqual(["WAITED"]);
  },
);

test("a delivery given up before its group is committed is not stored; others of its group are", async () => {
  const endpoint: NotifyEndpoint = { ...newEndpoint(), forward: { mode: "desk_answers", url: "https://shop.example/notify" } };
  const stop = new AbortController();
  const outbox = async () => stop.abort(new Error("too late"));
  const saving = createDeliveryRecord({ db: store.db, vault, outbox });
  const late = saving.save(received(endpoint, order("GIVEN-UP")), { signal: stop.signal });
  const stored = saving.save(received(endpoint, order("KEPT")), { signal });
  await expect(late).rejects.toThrow("too late");
  await stored;
  expect((await rowsOf(endpoint)).map(({ orderId }) => orderId)).toEqual(["KEPT"]);
});

test("fifty concurrent copies in several processes are one delivery seen fifty times", async () => {
  const endpoint = newEndpoint();
  const bodies = ["A", "B", "C", "D"].map((name) => received(endpoint, order(`COPY-${name}`)));
  const records = others.map(({ db }) => createDeliveryRecord({ db, vault }));
  const saves = Array.from({ length: 50 }).flatMap((_, index) => {
    const saving = records[index % records.length];
    const turned = index % 2 === 0 ? bodies : bodies.toReversed();
    return turned.map((delivery) => saving?.save({ ...delivery, id: randomUUID() }, { signal }));
  });
  await Promise.all(saves);
  expect((await rowsOf(endpoint)).map(({ orderId, seen }) => [orderId, seen]).sort()).toEqual(
    bodies.map(({ event }) => [event.orderId, 50]),
  );
  const events = await store.db.select().from(eventKey).where(eq(eventKey.endpointId, endpoint.id));
  expect(events).toHaveLength(4);
});

test("a delivery that waits for the row of a known body does not delay its group", async () => {
  const endpoint = newEndpoint();
  const known = received(endpoint, order("HELD"));
  await record().save(known, { signal });
  const holder = await store.pool.connect();
  await holder.query("begin");
  await holder.query("select from delivery where id = $1 for update", [known.id]);
  const saving = record();
  const again = saving.save({ ...known, id: randomUUID() }, { signal });
  await saving.save(received(endpoint, order("FREE")), { signal });
  await holder.query("commit");
  holder.release();
  await again;
  expect((await rowsOf(endpoint)).map(({ orderId, seen }) => [orderId, seen])).toEqual([
    ["HELD", 2],
    ["FREE", 1],
  ]);
});

test("saving the same delivery again, as after a lost COMMIT response, does not count it again", async () => {
  const endpoint = newEndpoint();
  const delivery = received(endpoint, order("UNHEARD"));
  await record().save(delivery, { signal });
  await record().save(delivery, { signal });
  expect(await rowsOf(endpoint)).toMatchObject([{ seen: 1, conflict: false }]);
});

test("the same reference with other fields is a conflict: all are stored and flagged, in any order of arrival", async () => {
  const [together, oneByOne] = [newEndpoint(), newEndpoint()];
  const contradicting = [{}, { amount: "1.00" }, { orderId: "OTHER" }].map((changes) =>
    order("SAME", { trnref: "R1", ...changes }),
  );
  const saving = record();
  await Promise.all(contradicting.map((entries) => saving.save(received(together, entries), { signal })));
  for (const entries of contradicting) await saving.save(received(oneByOne, entries), { signal });
  for (const endpoint of [together, oneByOne]) {
    const rows = await rowsOf(endpoint);
    expect(rows.map(({ conflict, verdict, answerBody }) => [conflict, verdict, answerBody])).toEqual(
      Array.from({ length: 3 }, () => [true, "valid", "OK"]),
    );
  }
});

test("another encoding of the same event, another method and a rollback cause no conflict", async () => {
  const endpoint = newEndpoint();
  const purchase = order("CALM", { trnref: "R2" });
  const preAuthorised = purchase.map(
    ([name, value]): Entry => [name, name === "IPCmethod" ? "IPCPreAuthorizationNotify" : value],
  );
  const other = received(endpoint, purchase);
  const body = Buffer.from(other.body.toString().replaceAll("%20", "+"));
  const encoded = { ...other, id: randomUUID(), body, sha256: createHash("sha256").update(body).digest() };
  const saving = record();
  const rollbacks = [rollbackEntries({ orderId: "CALM" }), rollbackEntries({ orderId: "CALM", amount: "1.00" })];
  const all = [other, encoded, ...[preAuthorised, ...rollbacks].map((entries) => received(endpoint, entries))];
  await Promise.all(all.map((delivery) => saving.save(delivery, { signal })));
  expect((await rowsOf(endpoint)).map(({ conflict }) => conflict)).toEqual([false, false, false, false]);
});

test("outbox rows of an endpoint with forwarding are written in the same transaction, once for each new acting delivery", async () => {
  const endpoint: NotifyEndpoint = { ...newEndpoint(), forward: { mode: "desk_answers", url: "https://shop.example/notify" } };
  const outboxCalls: string[][] = [];
  const saving = createDeliveryRecord({
    db: store.db,
    vault,
    outbox: async (tx, deliveries) => {
      const ids = deliveries.map(({ id }) => id);
      const rows = await tx.select({ id: deliveryTable.id }).from(deliveryTable).where(inArray(deliveryTable.id, ids));
      outboxCalls.push(rows.map(({ id }) => id).sort());
    },
  });
  const all = ["X", "Y"].map((name) => received(endpoint, order(`OUT-${name}`)));
  const silent = received(endpoint, [
    ["IPCmethod", "IPCSignatureVerify"],
    ["SID", endpoint.sid],
  ]);
  await Promise.all([...all, silent].map((delivery) => saving.save(delivery, { signal })));
  await saving.save({ ...received(endpoint, order("OUT-X")) }, { signal });
  expect(outboxCalls).toEqual([all.map(({ id }) => id).sort()]);
});

test("an unreachable database fails all of them at once", async () => {
  const away = openStore({ url: "postgres://nobody@127.0.0.1:1/none" });
  const saving = createDeliveryRecord({ db: away.db, vault });
  const results = await Promise.allSettled(
    [1, 2, 3].map((n) => saving.save(received(newEndpoint(), order(`AWAY-${n}`)), { signal })),
  );
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await away.close();
});
