import { expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createSigner } from "../testing/sign.ts";
import { createEndpointDirectory } from "./endpoint-directory.ts";
import type { StoredEndpoint } from "./snapshot-saver.ts";

const { publicKeyPem } = createSigner();

function stored(id: string, pem = publicKeyPem): StoredEndpoint {
  const certificates = [{ id: `key of ${id}`, label: "", fingerprint: "", publicKeyPem: pem }];
  return { id, environment: "sandbox", merchantId: "m", merchant: "cafe", sid: "1", strictLayout: true, certificates };
}

function createFixture(endpoints: StoredEndpoint[]) {
  const clock = fixedClock();
  const calls = { all: 0, one: 0, since: [] as (string | null)[] };
  const database = { isAway: false };
  const answer = <Value>(value: Value) => (database.isAway ? Promise.reject(new Error("away")) : Promise.resolve(value));
  const directory = createEndpointDirectory({
    clock,
    source: {
      readChanges: async (since) => {
        calls.all++;
        await answer(undefined);
        calls.since.push(since);
        return { endpoints: [...endpoints], removed: null, cursor: String(calls.all) };
      },
      findOne: (id) => {
        calls.one++;
        return answer(endpoints.find((endpoint) => endpoint.id === id));
      },
    },
  });
  return { directory, clock, calls, database, endpoints };
}

test("endpoints and keys come from memory, refreshed about once a second under any load", async () => {
  const { directory, calls, clock } = createFixture([stored("a")]);
  await Promise.all(Array.from({ length: 50 }, () => directory.find("a")));
  const before = calls.all;
  for (let index = 0; index < 50; index++) expect((await directory.find("a"))?.keys[0]?.publicKey?.type).toBe("public");
  expect([before, calls.all]).toEqual([1, 1]);
  clock.advance(1_001);
  await directory.find("a");
  expect(calls.all).toBe(2);
});

test("a certificate is accepted until it expires, and no longer, also while the database is away", async () => {
  const endsAt = new Date(fixedClock().now() + 5_000);
  const endpoint = stored("a");
  const certificates = endpoint.certificates.map((certificate) => ({ ...certificate, endsAt }));
  const fixture = createFixture([{ ...endpoint, certificates }]);
  expect((await fixture.directory.find("a"))?.keys.map(({ id }) => id)).toEqual(["key of a"]);
  fixture.database.isAway = true;
  fixture.clock.advance(5_000);
  expect((await fixture.directory.find("a"))?.keys).toEqual([]);
});

test("a newly created endpoint is found at once", async () => {
  const { directory, endpoints } = createFixture([stored("a")]);
  await directory.find("a");
  endpoints.push(stored("b"));
  expect((await directory.find("b"))?.id).toBe("b");
});

test("a changed store number and a removed endpoint are seen after a second", async () => {
  const { directory, endpoints, clock } = createFixture([stored("a"), stored("b")]);
  await directory.find("a");
  endpoints.splice(0, 2, { ...stored("a"), sid: "2" });
  clock.advance(1_001);
  expect((await directory.find("a"))?.sid).toBe("2");
  expect(await directory.find("b")).toBeUndefined();
});

test("while the database is away known endpoints are found, and unknown ones are not reported missing", async () => {
  const { directory, database, clock } = createFixture([stored("a")]);
  await directory.find("a");
  database.isAway = true;
  clock.advance(60_000);
  expect((await directory.find("a"))?.id).toBe("a");
  await expect(directory.find("b")).rejects.toThrow("away");
  expect(await directory.findFresh("a")).toBeUndefined();
});

test("guessed ids are rate-limited before they reach the database", async () => {
  const { directory, calls } = createFixture([]);
  for (let index = 0; index < 500; index++) expect(await directory.find(`guess ${index}`)).toBeUndefined();
  expect(calls.one).toBe(100);
});

test("a key that can no longer be read is marked as unreadable", async () => {
  const { directory } = createFixture([stored("a", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----")]);
  expect((await directory.find("a"))?.keys).toMatchObject([{ id: "key of a", label: "", fingerprint: "", publicKey: null }]);
});

test("a database that hangs does not block: cached endpoints are found, others fail as unknown", {
  meta: { slow: "Waits for the time that the database is given, twice." },
}, async () => {
  const hangs = () => new Promise<never>(() => {});
  const directory = createEndpointDirectory({ clock: fixedClock(), source: { readChanges: hangs, findOne: hangs } });
  await expect(directory.find("a")).rejects.toThrow("in time");
  expect(await directory.findFresh("a")).toBeUndefined();
});

test("after the first read only changes are queried, and removed endpoints disappear", async () => {
  const clock = fixedClock();
  const asked: (string | null)[] = [];
  const readings = [
    { endpoints: [stored("a"), stored("b"), stored("c")], removed: null, cursor: "7" },
    { endpoints: [{ ...stored("b"), sid: "2" }], removed: ["c"], cursor: "9" },
    { endpoints: [], removed: [], cursor: "9" },
  ];
  const readChanges = async (since: string | null) => {
    asked.push(since);
    return readings[asked.length - 1] ?? { endpoints: [], removed: [], cursor: "9" };
  };
  const directory = createEndpointDirectory({ clock, source: { readChanges, findOne: async () => undefined } });
  for (let index = 0; index < 3; index++) {
    await directory.refresh();
    clock.advance(1_001);
  }
  expect(asked).toEqual([null, "7", "9"]);
  const found = await Promise.all(["a", "b", "c"].map((id) => directory.find(id)));
  expect(found.map((endpoint) => endpoint?.sid)).toEqual(["1", "2", undefined]);
});

/** A snapshot that outlives the directory which saved it. */
function createMemorySnapshot() {
  const saved: (readonly StoredEndpoint[])[] = [];
  return {
    saved,
    load: async () => saved.at(-1),
    save: async (_changes: unknown, all: () => readonly StoredEndpoint[]) => void saved.push(all()),
  };
}

test("a process that starts while the database is away uses the snapshot until the database returns", async () => {
  const snapshot = createMemorySnapshot();
  const source = {
    readChanges: async () => ({ endpoints: [stored("a")], removed: null, cursor: "1" }),
    findOne: async () => undefined,
  };
  const first = createEndpointDirectory({ clock: fixedClock(), source, snapshot });
  first.start();
  await eventually(() => expect(snapshot.saved).toHaveLength(1));
  await first.stop();
  const database = { isAway: true };
  const away = async () => {
    if (database.isAway) throw new Error("away");
    return { endpoints: [stored("b")], removed: null, cursor: "2" };
  };
  const second = createEndpointDirectory({
    clock: fixedClock(),
    source: { readChanges: away, findOne: () => Promise.reject(new Error("away")) },
    snapshot,
  });
  second.start();
  expect((await second.find("a"))?.keys[0]?.publicKey?.type).toBe("public");
  await expect(second.find("b")).rejects.toThrow("away");
  database.isAway = false;
  await second.refresh();
  await expect(second.find("a")).rejects.toThrow("away");
  expect((await second.find("b"))?.id).toBe("b");
  await second.stop();
});

test("a single lookup that finishes after a newer refresh does not restore the older state", async () => {
  const lookUp = Promise.withResolvers<StoredEndpoint>();
  const readings = [[stored("a")], [{ ...stored("a"), sid: "2" }]];
  const directory = createEndpointDirectory({
    clock: fixedClock(),
    source: {
      readChanges: async () => ({ endpoints: readings.shift() ?? [], removed: [], cursor: "1" }),
      findOne: () => lookUp.promise,
    },
  });
  await directory.refresh();
  const fresh = directory.findFresh("a");
  await directory.refresh();
  lookUp.resolve(stored("a"));
  await fresh;
  expect((await directory.find("a"))?.sid).toBe("2");
});
