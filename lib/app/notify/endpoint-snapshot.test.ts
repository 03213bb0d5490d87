import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import type { StoredEndpoint } from "#lib/notifications/endpoints/snapshot-saver.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createEndpointSnapshot } from "./endpoint-snapshot.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });

// Otherwise a process that starts while the database is away would reject genuine notifications for their field order.
test("endpoints are loaded with all that verification needs", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-snapshot-"));
  const place = { environment: "sandbox", merchantId: "m", merchant: "cafe", sid: "1", strictLayout: true, forward: null };
  const key = { id: "k", label: "myPOS", fingerprint: "f", publicKeyPem: "pem", endsAt: new Date("2027-01-01T00:00:00Z") };
  const names = ["IPCmethod", "StoreID", "SID", "Amount", "Currency", "OrderID"];
  const fieldOrder = { names, methods: ["IPCPurchaseNotify"], earlier: [names] };
  const endpoints: StoredEndpoint[] = [
    { ...place, id: "a", fieldOrder, certificates: [key] },
    { ...place, id: "b", fieldOrder: null, certificates: [] },
  ];
  const snapshot = createEndpointSnapshot({ dataDir, vault });
  await snapshot.save({ endpoints, removed: null }, () => endpoints);
  expect(await snapshot.load()).toEqual(endpoints);
  // Attack: a message under names of the attacker's choice, where an order without names finds none misplaced.
  const broken = [[], { ...fieldOrder, names: [] }, { ...fieldOrder, earlier: [["OrderID"]] }, "IPCmethod"];
  const odd = broken.map((each, at) => ({ ...place, id: `${at}`, fieldOrder: each, certificates: [] })) as never;
  await snapshot.save({ endpoints: odd, removed: null }, () => odd);
  expect((await snapshot.load())?.map((endpoint) => endpoint.fieldOrder)).toEqual(broken.map(() => null));
  await rm(dataDir, { recursive: true });
});

test("changes are appended, and the file is rewritten before it grows too large", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-snapshot-"));
  const file = path.join(dataDir, "notify-endpoints");
  const place = { environment: "sandbox", merchantId: "m", merchant: "cafe", sid: "1", strictLayout: true, forward: null };
  const toEndpoint = (id: string, sid = "1"): StoredEndpoint => ({ ...place, id, sid, fieldOrder: null, certificates: [] });
  let all = Array.from({ length: 300 }, (_, at) => toEndpoint(`e${at}`));
  const everything = vi.fn(() => all);
  const snapshot = createEndpointSnapshot({ dataDir, vault });
  await snapshot.save({ endpoints: all, removed: null }, everything);
  const whole = (await stat(file)).size;
  all = [...all.slice(2), toEndpoint("e0", "2")];
  await snapshot.save({ endpoints: [toEndpoint("e0", "2")], removed: ["e1"] }, everything);
  expect(everything).toHaveBeenCalledTimes(1);
  expect((await stat(file)).size - whole).toBeLessThan(whole / 10);
  const byId = (endpoints: readonly StoredEndpoint[] = []) => endpoints.toSorted((a, b) => a.id.localeCompare(b.id));
  expect(byId(await createEndpointSnapshot({ dataDir, vault }).load())).toEqual(byId(all));
  for (let round = 0; round < 10; round++) await snapshot.save({ endpoints: all.slice(0, 120), removed: [] }, everything);
  expect(everything).toHaveBeenCalledTimes(2);
  await rm(file);
  await expect(snapshot.save({ endpoints: all.slice(0, 1), removed: [] }, everything)).rejects.toThrow();
  await snapshot.save({ endpoints: [], removed: ["e5"] }, everything);
  expect(byId(await snapshot.load())).toEqual(byId(all));
  await rm(dataDir, { recursive: true });
});
