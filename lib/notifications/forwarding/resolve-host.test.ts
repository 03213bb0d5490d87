import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createResolveHost, type ResolveHost } from "./resolve-host.ts";
import { openTestNameServer, type TestNameServer } from "./testing/name-server.ts";

let folder: string;
let hostsFile: string;
let server: TestNameServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hosts-"));
  hostsFile = path.join(folder, "hosts");
  await writeFile(
    hostsFile,
    "127.0.0.1 localhost\n# 192.0.2.1 off.shop.eu\n192.0.2.7 Listed.shop.eu shop # ours\n::7 listed.shop.eu\n",
  );
  server = await openTestNameServer({
    known: { "healthy.shop.eu": "192.0.2.8", "listed.shop.eu": "192.0.2.9" },
    silent: /^dead-/,
  });
});
afterAll(() => Promise.all([server.close(), rm(folder, { recursive: true })]));

const never: ResolveHost = () => Promise.reject(new Error("looked up by the system"));
const resolver = (lookup: ResolveHost = never) => createResolveHost({ hostsFile, servers: [server.address], lookup });

test("domains whose name servers are silent delay no other name, and take no place of the system's lookups", {
  meta: { slow: "Waits until silent name servers are given up." },
}, async () => {
  const resolve = resolver();
  let ended = 0;
  const dead = Array.from({ length: 100 }, (_, at) =>
    resolve(`dead-${at}.eu`)
      .catch((error: Error) => error.message)
      .finally(() => ended++),
  );
  await expect.poll(server.asked).toBeGreaterThanOrEqual(100);
  expect(await resolve("healthy.shop.eu")).toEqual([{ address: "192.0.2.8", family: 4 }]);
  expect(await resolve("listed.shop.eu")).toHaveLength(2);
  expect(ended).toBe(0);
  expect(new Set(await Promise.all(dead))).toEqual(new Set(["No name server answered (ETIMEOUT, ETIMEOUT)."]));
});

test("the hosts file comes first, with all addresses of a name", async () => {
  const addresses = [
    { address: "192.0.2.7", family: 4 },
    { address: "::7", family: 6 },
  ];
  expect(await resolver()("listed.shop.eu")).toEqual(addresses);
  expect(await resolver()("listed.shop.eu.")).toEqual(addresses);
  await expect(resolver()("off.shop.eu")).rejects.toThrow("looked up by the system");
});

test("what neither the hosts file nor a name server knows is looked up the system's way, one name at a time", async () => {
  const running: string[] = [];
  const over = Promise.withResolvers<void>();
  const resolve = resolver(async (host) => {
    running.push(host);
    await over.promise;
    if (host === "nobody.eu") throw new Error("not found");
    return [{ address: "192.0.2.20", family: 4 }];
  });
  const names = ["intranet-a.eu", "nobody.eu", "intranet-b.eu"];
  const found = names.map((name) => resolve(name).catch((error: Error) => error.message));
  await expect.poll(() => running.length).toBe(1);
  expect(await resolve("healthy.shop.eu")).toHaveLength(1);
  expect(running).toHaveLength(1);
  over.resolve();
  const known = [{ address: "192.0.2.20", family: 4 }];
  expect(await Promise.all(found)).toEqual([known, "not found", known]);
});
