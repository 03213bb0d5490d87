import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { StoredEndpoint } from "../notify/endpoint-directory.ts";
import { createLocalWrapper } from "../vault/key-wrapper.ts";
import { createVault } from "../vault/vault.ts";
import { createEndpointSnapshot } from "./endpoint-snapshot.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });

// Would lose: genuine notifications, refused for their field order by a process that starts while the database is away.
test("endpoints come back with all that a verdict needs", async () => {
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
  await snapshot.save(endpoints);
  expect(await snapshot.load()).toEqual(endpoints);
  // Would win: a message under names of the attacker's choice, where an order without names finds none misplaced.
  const broken = [[], { ...fieldOrder, names: [] }, { ...fieldOrder, earlier: [["OrderID"]] }, "IPCmethod"];
  await snapshot.save(broken.map((each, at) => ({ ...place, id: `${at}`, fieldOrder: each, certificates: [] })) as never);
  expect((await snapshot.load())?.map((endpoint) => endpoint.fieldOrder)).toEqual(broken.map(() => null));
  await rm(dataDir, { recursive: true });
});
