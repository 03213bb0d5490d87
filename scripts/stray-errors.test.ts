import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";

const key = randomBytes(32);
const signer = createSigner();
const sid = "000000000000010";
let store: TestStore;
let dataDir: string;
let endpointId: string;

beforeAll(async () => {
  [store, dataDir] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-stray-"))]);
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key })], hashSecret: key });
  const merchant = { environment: "demo", slug: "cafe", name: "Cafe", sid, clientId: "cli_x", clientSecret: "sec_x", by: "test" };
  const { id: merchantId } = await saveMerchant(store.db, vault, merchant);
  const endpoint = { environment: "demo", merchantId, sid, certificates: [signer.publicKeyPem], by: "test" };
  endpointId = (await ensureEndpoint(store.db, endpoint)).endpoint.id;
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await store.drop();
});

test.each([
  ["an error that nobody caught", 'throw new Error("stray")'],
  ["a rejection that nobody looked at", 'Promise.reject(new Error("stray"))'],
])(
  "after %s a notification under way is still stored and answered, then the process ends with 1",
  {
    meta: { slow: "Runs the receiver as a process of its own." },
  },
  async (_name, fault) => {
    const receiver = await startReceiver(fault);
    const orderId = randomBytes(8).toString("hex");
    const body = signedBody(notifyEntries({ sid, orderId }), signer);
    const post = openPost(receiver.port, body.length);
    post.request.write(body.slice(0, 20));
    await post.begun;
    receiver.child.kill("SIGUSR2");
    await eventually(() => expect(receiver.said()).toContain("stray"));
    post.request.end(body.slice(20));
    expect(await post.answer).toBe("200 OK");
    await eventually(() => expect(receiver.child.exitCode).toBe(1));
    const { rows } = await store.pool.query("select verdict from delivery where order_id = $1", [orderId]);
    expect(rows).toEqual([{ verdict: "valid" }]);
  },
);

test("a second signal ends a process that is still finishing at once", {
  meta: { slow: "The signals are more than a second apart." },
}, async () => {
  const receiver = await startReceiver("");
  const post = openPost(receiver.port, 100);
  post.request.write("a");
  await post.begun;
  receiver.child.kill("SIGTERM");
  await eventually(() => expect(receiver.said()).toContain("Stopping"));
  const cut = expect(post.answer).rejects.toThrow();
  await eventually(() => {
    receiver.child.kill("SIGTERM");
    expect(receiver.child.exitCode).toBe(143);
  });
  await cut;
});

async function startReceiver(fault: string): Promise<{ child: ChildProcess; port: number; said: () => string }> {
  const port = await freePort();
  const onSignal = `data:text/javascript,process.on("SIGUSR2", () => { ${fault} })`;
  const env = {
    ...process.env,
    ...{ DATABASE_URL: store.url, DATA_DIR: dataDir, PORT: String(port), SESSION_KEYS: `k1:${key.toString("hex")}` },
    VAULT_KEYS: `k1:${key.toString("base64")}`,
  };
  const child = spawn(process.execPath, ["--import", onSignal, "scripts/receiver.ts"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", collect);
  await eventually(() => expect(output).toContain("Notifications are received at"));
  return { child, port, said: () => output };
}

/** Resolves `begun` when the receiver has the head and requests the body. */
function openPost(port: number, length: number): { request: ClientRequest; begun: Promise<unknown>; answer: Promise<string> } {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const headers = { ...type, "content-length": length, expect: "100-continue" };
  const sent = request({ port, host: "localhost", path: `/api/notify/${endpointId}`, method: "POST", headers, agent: false });
  const answer = new Promise<string>((resolve, reject) => {
    sent.on("error", reject).on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(`${response.statusCode} ${text}`);
    });
  });
  return { request: sent, begun: once(sent, "continue"), answer };
}
