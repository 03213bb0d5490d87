import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import type { Delivery, NotifyEndpoint } from "../ports.ts";
import { toDelivery } from "../receive/to-delivery.ts";
import { createSigner, type Entry, notifyEntries, signedBody } from "../testing/sign.ts";
import { drainSpool } from "./drain-spool.ts";
import { toFrame } from "./frame.ts";
import { createSpool, spoolPlace as place, type Sealer, SpoolFullError } from "./spool.ts";
import { toSpooledBytes } from "./spooled-delivery.ts";

const signer = createSigner();
const endpoint: NotifyEndpoint = {
  id: "0".repeat(32),
  environment: "sandbox",
  merchantId: "5f1d0f6e-58b8-4a3c-9a6e-0c1d2e3f4a5b",
  merchant: "cafe",
  sid: "000000000000010",
  strictLayout: true,
  fieldOrder: {
    names: ["IPCmethod", "SID", "Amount", "Currency", "OrderID"],
    methods: ["IPCPurchaseNotify"],
    earlier: [],
  },
  keys: [signer.key],
  forward: { mode: "shop_answers", url: "https://shop.example/notify" },
};
/** Replaces the vault: reverses the bytes, so that nothing is readable. */
const sealer: Sealer = {
  seal: (plain) => Buffer.from(plain.map((byte) => byte ^ 0x5a)),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)),
};
const saveMs = 1_000;
const isAway = (cause: unknown) => cause instanceof Error && cause.message === "away";

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "counterfoil-spool-")), "notify-spool");
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

function received(orderId: string, extra: readonly Entry[] = []): Delivery {
  const body = Buffer.from(signedBody(notifyEntries({ orderId }, extra), signer));
  const header = (name: string) => (name === "user-agent" ? "gate/1" : null);
  const verified = toDelivery(body, endpoint, { header, peer: "192.0.2.7", receivedAt: new Date("2026-03-04T09:20:05.123Z") });
  return { ...verified, answer: { status: 200, body: "OK", ms: 3.25 } };
}

/** A database stub that stores each delivery once. */
function createRecord({
  fails = () => false,
  problem = "away",
}: {
  fails?: (delivery: Delivery) => boolean;
  problem?: string;
} = {}) {
  const saved = new Map<string, Delivery>();
  const calls: string[] = [];
  const save = async (delivery: Delivery) => {
    calls.push(delivery.id);
    await new Promise((resolve) => setImmediate(resolve));
    if (fails(delivery)) throw new Error(problem);
    saved.set(delivery.id, delivery);
  };
  return { record: { save }, saved, calls };
}

test("a delivery is read back byte for byte, without the endpoint's keys", async () => {
  const odd = received("ODD", [["Note", Buffer.from([0, 0xff, 0x26])]]);
  const spool = createSpool({ folder, sealer });
  await spool.add(odd);
  const { record, saved } = createRecord();
  expect(await drainSpool({ folder, sealer, record, saveMs, isAway })).toEqual({ saved: 1, setAside: 0, problem: undefined });
  expect([...saved.values()]).toEqual([{ ...odd, endpoint: { ...endpoint, keys: [] } }]);
  expect(await spool.measure()).toEqual({ bytes: 0, setAside: 0 });
  await spool.close();
});

test("files on disk are encrypted and readable for this user only", async () => {
  const spool = createSpool({ folder, sealer });
  await spool.add(received("SECRET-ORDER"));
  const [name = ""] = await readdir(folder);
  const file = path.join(folder, name);
  expect((await readFile(file)).includes("SECRET-ORDER")).toBe(false);
  expect([(await stat(file)).mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
  await spool.close();
});

test("a genuine delivery that our rules rejected is read back as rejected, with its reasons", async () => {
  const spool = createSpool({ folder, sealer });
  const refused = received("");
  const rejection = { message: "OrderID must not be empty.", reason: "order_id_rule" };
  expect(refused.verification).toMatchObject({ verdict: "invalid", reasons: ["format"], rejection });
  await spool.add(refused);
  await spool.close();
  const { record, saved } = createRecord();
  await drainSpool({ folder, sealer, record, saveMs, isAway });
  expect(saved.get(refused.id)).toEqual({ ...refused, endpoint: { ...endpoint, keys: [] } });
});

test("concurrent deliveries share a file; after a restart all are drained once, also by several processes at once", async () => {
  const before = createSpool({ folder, sealer });
  const all = Array.from({ length: 200 }, (_, index) => received(`N-${index}`));
  await Promise.all(all.map((delivery) => before.add(delivery)));
  await before.close();
  expect(await readdir(folder)).toHaveLength(1);
  const { record, saved, calls } = createRecord();
  const drains = Array.from({ length: 4 }, () => drainSpool({ folder, sealer, record, saveMs, isAway }));
  const counts = (await Promise.all(drains)).map((result) => result.saved);
  expect([saved.size, calls.length, counts.reduce((sum, count) => sum + count)]).toEqual([200, 200, 200]);
  expect(await readdir(folder)).toEqual([]);
});

test("nothing is lost when more deliveries arrive during a drain", {
  meta: { slow: "Syncs each of many notifications to disk." },
}, async () => {
  const spool = createSpool({ folder, sealer });
  const { record, saved } = createRecord();
  const all = Array.from({ length: 150 }, (_, index) => received(`BUSY-${index}`));
  await spool.measure();
  for (const delivery of all) await Promise.all([spool.add(delivery), drainSpool({ folder, sealer, record, saveMs, isAway })]);
  await drainSpool({ folder, sealer, record, saveMs, isAway });
  expect(new Set(saved.keys())).toEqual(new Set(all.map(({ id }) => id)));
  await spool.close();
});

/** Files of the spool, each with these deliveries, oldest first. */
async function fill(...files: string[][]): Promise<void> {
  for (const orderIds of files) {
    const spool = createSpool({ folder, sealer });
    for (const orderId of orderIds) await spool.add(received(orderId));
    await spool.close();
  }
}

const ordersIn = (saved: ReadonlyMap<string, Delivery>) => [...saved.values()].map(({ event }) => event.orderId).toSorted();

/** Makes the files old enough for the retry after a minute. */
async function makeOld(): Promise<void> {
  const longAgo = new Date(Date.now() - 120_000);
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), longAgo, longAgo);
}

test("messages of one order are saved one after another, as they came; those of others beside them", async () => {
  const spool = createSpool({ folder, sealer });
  const orders = ["FIRST", "SAME", "OTHER", "SAME", "SAME", "OTHER"];
  for (const [at, orderId] of orders.entries()) await spool.add(received(orderId, [["Note", String(at)]]));
  const running = new Set<string>();
  const seen = { atOnce: 0, together: 0 };
  const saved: string[] = [];
  const save = async ({ event, body }: Delivery) => {
    const orderId = event.orderId ?? "";
    if (running.has(orderId)) seen.together++;
    running.add(orderId);
    seen.atOnce = Math.max(seen.atOnce, running.size);
    // Each later one is faster, so that it would overtake.
    const note = Number(new URLSearchParams(body.toString()).get("Note"));
    for (let turns = orders.length - note; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
    running.delete(orderId);
    saved.push(`${orderId} ${note}`);
  };
  expect(await drainSpool({ folder, sealer, record: { save }, saveMs, isAway })).toMatchObject({ saved: 6 });
  expect(seen).toEqual({ atOnce: 2, together: 0 });
  const of = (order: string) => saved.filter((text) => text.startsWith(order));
  expect([of("SAME"), of("OTHER")]).toEqual([
    ["SAME 1", "SAME 3", "SAME 4"],
    ["OTHER 2", "OTHER 5"],
  ]);
  await spool.close();
});

test("while the database is away everything stays, and a round makes only one attempt", async () => {
  await fill(["A", "B"], ["C"]);
  const away = createRecord({ fails: () => true });
  expect(await drainSpool({ folder, sealer, record: away.record, saveMs, isAway })).toEqual({
    saved: 0,
    setAside: 0,
    problem: new Error("away"),
  });
  expect([away.calls.length, (await readdir(folder)).length]).toEqual([1, 2]);
  const back = createRecord();
  await drainSpool({ folder, sealer, record: back.record, saveMs, isAway });
  expect(ordersIn(back.saved)).toEqual(["A", "B", "C"]);
});

test("when the database fails in the middle, the rest waits and nothing is saved twice", async () => {
  await fill(["A", "B", "C"]);
  const leaving = createRecord({ fails: ({ event }) => event.orderId !== "A" });
  expect(await drainSpool({ folder, sealer, record: leaving.record, saveMs, isAway })).toMatchObject({ saved: 1, setAside: 0 });
  const back = createRecord();
  await drainSpool({ folder, sealer, record: back.record, saveMs, isAway });
  expect([ordersIn(back.saved), await readdir(folder)]).toEqual([["B", "C"], []]);
});

test("a delivery that the database refuses blocks no others; it is set aside and retried later", async () => {
  await fill(["BAD-1", "FINE-1"], ["BAD-2"], ["BAD-3"], ["BAD-4"], ["FINE-2"]);
  const isBad = ({ event }: Delivery) => event.orderId?.startsWith("BAD") ?? false;
  const picky = createRecord({ fails: isBad, problem: "no room for this one" });
  const drain = ({ record }: typeof picky) => drainSpool({ folder, sealer, record, saveMs, isAway });
  expect(await drain(picky)).toMatchObject({ saved: 2, setAside: 4, problem: new Error("no room for this one") });
  expect(ordersIn(picky.saved)).toEqual(["FINE-1", "FINE-2"]);
  const spool = createSpool({ folder, sealer });
  const size = await spool.measure();
  expect(size.setAside).toBe(size.bytes);
  expect(await drain(createRecord())).toEqual({ saved: 0, setAside: 0, problem: undefined });
  await makeOld();
  const back = createRecord();
  await drain(back);
  expect([ordersIn(back.saved), await readdir(folder)]).toEqual([["BAD-1", "BAD-2", "BAD-3", "BAD-4"], []]);
});

test("a delivery that cannot be decrypted blocks no others, and is stored once its key is available", async () => {
  await fill(["A", "LOCKED", "B"]);
  const locked = received("LOCKED").body;
  const forgetful: Sealer = {
    ...sealer,
    open: (sealed, place) => {
      const plain = sealer.open(sealed, place);
      if (plain.includes(locked)) throw new Error("no such key");
      return plain;
    },
  };
  const { record, saved } = createRecord();
  expect(await drainSpool({ folder, sealer: forgetful, record, saveMs, isAway })).toMatchObject({ saved: 2, setAside: 1 });
  await makeOld();
  await drainSpool({ folder, sealer, record, saveMs, isAway });
  expect([ordersIn(saved), await readdir(folder)]).toEqual([["A", "B", "LOCKED"], []]);
});

test("unreadable bytes, also at the end, are saved for the operator and reported", async () => {
  for (const damagedAt of [0, 2]) {
    const frames = ["A", "B", "C"].map((orderId) => toFrame(sealer.seal(toSpooledBytes(received(orderId)), place)));
    const damaged = frames[damagedAt] ?? Buffer.alloc(0);
    damaged[20] = (damaged[20] ?? 0) ^ 0xff;
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "1-1-ab.spool"), Buffer.concat(frames));
    const { record, saved } = createRecord();
    expect(await drainSpool({ folder, sealer, record, saveMs, isAway })).toMatchObject({
      saved: 2,
      setAside: 1,
      problem: expect.any(Error),
    });
    await makeOld();
    expect(await drainSpool({ folder, sealer, record, saveMs, isAway })).toMatchObject({ saved: 0, setAside: 0 });
    const [name = "", ...more] = await readdir(folder);
    expect([saved.size, more, await readFile(path.join(folder, name))]).toEqual([2, [], damaged]);
    await rm(folder, { recursive: true });
  }
});

test("files of a crashed drain are claimed by another after a minute", async () => {
  const spool = createSpool({ folder, sealer });
  await spool.add(received("LEFT"));
  await spool.close();
  const [name = ""] = await readdir(folder);
  const bytes = await readFile(path.join(folder, name));
  await rm(path.join(folder, name));
  const taken = path.join(folder, "1-1-ab.cd.taken");
  await writeFile(taken, bytes);
  const { record, saved } = createRecord();
  await drainSpool({ folder, sealer, record, saveMs, isAway });
  expect(saved.size).toBe(0);
  const longAgo = new Date(Date.now() - 120_000);
  await utimes(taken, longAgo, longAgo);
  await drainSpool({ folder, sealer, record, saveMs, isAway });
  expect(saved.size).toBe(1);
});

test("a full spool refuses with an error; its content stays intact", async () => {
  const one = received("A");
  const size = toFrame(toSpooledBytes(one)).length;
  const spool = createSpool({ folder, sealer, bytesMax: size * 2.5 });
  const added = await Promise.allSettled([spool.add(one), spool.add(received("B")), spool.add(received("C"))]);
  expect(added.filter(({ status }) => status === "rejected")).toHaveLength(1);
  await expect(spool.add(received("D"))).rejects.toThrow(SpoolFullError);
  const { record, saved } = createRecord();
  await drainSpool({ folder, sealer, record, saveMs, isAway });
  expect(saved.size).toBe(2);
  await spool.measure();
  await spool.add(received("E"));
  await spool.close();
});

test("records before an incomplete write are drained, and the rest is saved", async () => {
  await fill(["WHOLE"]);
  const [name = ""] = await readdir(folder);
  const file = path.join(folder, name);
  const bytes = await readFile(file);
  await writeFile(file, Buffer.concat([bytes, bytes.subarray(0, 100)]));
  const { record, saved } = createRecord();
  expect(await drainSpool({ folder, sealer, record, saveMs, isAway })).toMatchObject({ saved: 1, setAside: 1 });
  expect([saved.size, await createSpool({ folder, sealer }).measure()]).toEqual([1, { bytes: 100, setAside: 100 }]);
});

test.skipIf(process.getuid?.() === 0)("an add to a read-only folder fails", async () => {
  const spool = createSpool({ folder, sealer });
  await spool.measure();
  await chmod(folder, 0o500);
  await expect(spool.add(received("A"))).rejects.toThrow(/EACCES/);
  await chmod(folder, 0o700);
});

test("a removed folder is created again by the next measure", async () => {
  const spool = createSpool({ folder, sealer });
  await spool.add(received("A"));
  await rm(folder, { recursive: true });
  await expect(spool.add(received("B"))).rejects.toThrow(/ENOENT/);
  await spool.measure();
  await spool.add(received("C"));
  expect(await readdir(folder)).toHaveLength(1);
  await spool.close();
});

test("has room until a delivery of any size no longer fits, and none where it cannot write", async () => {
  const room = createSpool({ folder, sealer, bytesMax: 262_144 });
  expect(await room.hasRoom()).toBe(true);
  await writeFile(path.join(folder, "1-1-a.aside"), "x");
  expect(await room.hasRoom()).toBe(false);
  expect(await createSpool({ folder: path.join(folder, "1-1-a.aside"), sealer }).hasRoom()).toBe(false);
});

test("a process that stops leaves the rest in the spool, and the next one saves each once", {
  meta: { slow: "Writes and drains 600 deliveries one by one." },
}, async () => {
  const spool = createSpool({ folder, sealer });
  const all = Array.from({ length: 600 }, (_, at) => received(`STOP-${at}`));
  for (const delivery of all) await spool.add(delivery);
  await spool.close();
  const stopping = new AbortController();
  const first = createRecord({
    fails: ({ event }) => {
      if (event.orderId === "STOP-100") stopping.abort();
      return false;
    },
  });
  const { saved } = await drainSpool({ folder, sealer, record: first.record, saveMs, isAway, stop: stopping.signal });
  expect(saved).toBeLessThan(600);
  expect(saved).toBe(first.saved.size);
  const second = createRecord();
  expect(await drainSpool({ folder, sealer, record: second.record, saveMs, isAway })).toMatchObject({ saved: 600 - saved });
  expect(new Set([...first.saved.keys(), ...second.saved.keys()])).toEqual(new Set(all.map(({ id }) => id)));
});

/** Until `resume` is called, the disk does not answer to fsync. `syncs`: how many wait, or waited, for it. */
async function stallDisk(): Promise<{ syncs: () => number; resume(): void }> {
  const handle = await open(tmpdir());
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "datasync");
  await handle.close();
  const stall = Promise.withResolvers<void>();
  sync.mockImplementation(() => stall.promise);
  return {
    syncs: () => sync.mock.calls.length,
    resume: () => {
      sync.mockRestore();
      stall.resolve();
    },
  };
}

test("what is given up while the disk stalls is removed by the drain; the rest of its write is saved", async () => {
  const spool = createSpool({ folder, sealer });
  await spool.add(received("BEFORE"));
  const disk = await stallDisk();
  const [late, later] = [new AbortController(), new AbortController()];
  const written = [spool.add(received("KEPT")), spool.add(received("LATE"), { signal: late.signal })];
  await eventually(() => expect(disk.syncs()).toBe(1));
  written.push(spool.add(received("KEPT-TOO")), spool.add(received("LATE-TOO"), { signal: later.signal }));
  late.abort(new Error("too late"));
  later.abort(new Error("too late"));
  disk.resume();
  await Promise.all(written);
  const { record, saved } = createRecord();
  const { isGivenUp } = spool;
  expect(await drainSpool({ folder, sealer, record, saveMs, isAway, isGivenUp })).toMatchObject({ saved: 3, problem: undefined });
  expect(ordersIn(saved)).toEqual(["BEFORE", "KEPT", "KEPT-TOO"]);
  expect((await spool.measure()).bytes).toBe(0);
  await spool.close();
});
