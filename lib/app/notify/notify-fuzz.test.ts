// @module-tag long: sends hundreds of notifications.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createSigner } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { NotifyHandler } from "../runtime.ts";
import { fuzzNotify } from "../testing/notify-fuzz.ts";
import { createNotifyHandler } from "./notify-handler.ts";

const signer = createSigner();
const sid = "000000000000010";
const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

let store: TestStore;
let handler: NotifyHandler;
let dataDir: string;
const server = createServer((incoming, response) => void handler.handleNode(incoming, response));
beforeAll(async () => {
  store = await createTestStore();
  dataDir = await mkdtemp(path.join(tmpdir(), "counterfoil-fuzz-"));
  const secrets = { clientId: "cli_x", clientSecret: "sec_x", by: "test" };
  const merchant = { environment: "sandbox", slug: "cafe", name: "Cafe", sid, ...secrets };
  await saveMerchant(store.db, vault, merchant);
  handler = createNotifyHandler({ databaseUrl: store.url, dataDir, vault, clock: systemClock, log, metrics: createMetrics() });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await handler.close();
  await store.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("two thousand bodies of every kind: each gets a response, none 5xx, and OK only if genuine", {
  meta: { slow: "Signs and sends two thousand bodies." },
}, async () => {
  const [row] = (await store.pool.query("select id from merchant")).rows;
  const own = { environment: "sandbox", merchantId: row.id, sid, certificates: [signer.publicKeyPem], by: "test" };
  const { endpoint } = await ensureEndpoint(store.db, own);
  const { port } = server.address() as AddressInfo;
  const post = (body: Buffer) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
      const sent = request(
        { agent, port, host: "127.0.0.1", method: "POST", path: `/api/notify/${endpoint.id}`, headers },
        (answer) => {
          let text = "";
          answer.on("data", (part) => (text += part));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  const { bodies, ok } = await fuzzNotify({ post, signer, sid, bodies: 2_000 });
  expect(bodies).toBeGreaterThanOrEqual(2_000);
  expect(ok).toBeGreaterThan(50);
  const { rows } = await store.pool.query(
    "select count(*)::int as n from delivery where verdict = 'valid' and answer_status <> 200",
  );
  expect(rows[0].n).toBe(0);
});
