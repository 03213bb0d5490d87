import { createServer } from "node:http";
import { expect, test, vi } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import type { Delivery, NotifyEndpoint } from "../ports.ts";
import { createSigner, encodeEntries, notifyEntries, rollbackEntries, signedBody } from "../testing/sign.ts";
import type { Fault } from "./fail-on-purpose.ts";
import { answerNode } from "./node-handler.ts";
import { createReceiver, type NotifyRequest, type ReceiveNote } from "./receive.ts";
import { receiveBySandbox } from "./receive-by-sandbox.ts";

const signer = createSigner();
const idOf = { sandbox: "a".repeat(32), demo: "b".repeat(32), production: "c".repeat(32) };
type Environment = keyof typeof idOf;

function endpointOf(environment: Environment): NotifyEndpoint {
  const target = { mode: "shop_answers", url: "https://shop.example/notify" } as const;
  return {
    ...{ id: idOf[environment], environment, merchantId: "m", merchant: "cafe", sid: "000000000000010" },
    ...{ strictLayout: true, keys: [signer.key], forward: environment === "sandbox" ? target : null },
  };
}

/** Two receivers as the app makes them where the sandbox is on; the sandbox's fails whenever it may. */
function createFixture(fault: Fault | undefined, fails = async () => fault) {
  const saved: Delivery[] = [];
  const notes: ReceiveNote[] = [];
  const endpoints = Object.keys(idOf).map((environment) => endpointOf(environment as Environment));
  const find = async (id: string) => endpoints.find((endpoint) => endpoint.id === id);
  const directory = { find, findFresh: find };
  const record = { save: async (delivery: Delivery) => void saved.push(delivery), countDropped: async () => {} };
  const takeFault = vi.fn(fails);
  const askShop = vi.fn(async () => "ok" as const);
  const note = (written: ReceiveNote) => void notes.push(written);
  const receiver = { directory, record, askShop, clock: fixedClock(), note };
  const sandbox = createReceiver({ ...receiver, takeFault });
  const receive = receiveBySandbox({ sandbox, others: createReceiver(receiver) }, directory);
  const send = (environment: Environment, body: string) => receive(request(idOf[environment], body));
  return { receive, send, saved, notes, takeFault, askShop };
}

async function* parts(body: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body);
}

function request(endpointId: string, body: string): NotifyRequest {
  const header = (name: string) => (name === "content-type" ? "application/x-www-form-urlencoded" : undefined);
  return { method: "POST", endpointId, header, body: parts(body), peer: null };
}

const payment = () => signedBody(notifyEntries(), signer);

test.each(["demo", "production"] as const)(
  "an endpoint of %s never fails on purpose, and nobody is even asked",
  async (environment) => {
    for (const kind of ["error", "late", "silent"] as const) {
      const { send, saved, takeFault } = createFixture({ kind, holdMs: 3_600_000 });
      expect(await send(environment, payment())).toMatchObject({ status: 200, body: "OK" });
      expect(saved).toMatchObject([{ answer: { status: 200, body: "OK" } }]);
      expect(takeFault).not.toHaveBeenCalled();
    }
  },
);

test("a payment of the sandbox is answered 500, stored with that answer, and goes to no shop", async () => {
  const { send, saved, notes, askShop } = createFixture({ kind: "error", holdMs: 3_600_000 });
  expect(await send("sandbox", payment())).toMatchObject({ status: 500, body: "failed on purpose" });
  expect(saved).toMatchObject([{ verification: { verdict: "valid" }, answer: { status: 500 }, endpoint: { forward: null } }]);
  expect(askShop).not.toHaveBeenCalled();
  expect(notes).toMatchObject([{ status: 500, verdict: "valid", refusal: "on_purpose", problem: undefined }]);
});

test.each(["late", "silent"] as const)("%s: it is stored at once, and the answer is held back", async (kind) => {
  vi.useFakeTimers();
  try {
    const { send, saved } = createFixture({ kind, holdMs: 12_000 });
    const answered = vi.fn();
    const sent = send("sandbox", payment()).then(answered);
    await vi.advanceTimersByTimeAsync(11_999);
    expect([saved.length, answered.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1);
    await sent;
    expect(answered.mock.lastCall).toMatchObject([{ status: 500, ...(kind === "silent" && { isSilent: true }) }]);
  } finally {
    vi.useRealTimers();
  }
});

test("only genuine payments count: not a Rollback, a forgery, or another method", async () => {
  const { send, takeFault } = createFixture({ kind: "error", holdMs: 0 });
  await send("sandbox", signedBody(rollbackEntries(), signer));
  await send("sandbox", signedBody(notifyEntries(), createSigner()));
  await send("sandbox", encodeEntries(notifyEntries()));
  const other = notifyEntries().map(([name, value]) => [name, name === "IPCmethod" ? "IPCOther" : value] as const);
  expect(await send("sandbox", signedBody(other, signer))).toMatchObject({ status: 200 });
  expect(takeFault).not.toHaveBeenCalled();
});

test("without a fault, or when it cannot be known, the sandbox answers as ever", async () => {
  const { send } = createFixture(undefined);
  expect(await send("sandbox", payment())).toMatchObject({ status: 200, body: "OK" });
  const away = createFixture(undefined, async () => {
    throw new Error("The database is away.");
  });
  expect(await away.send("sandbox", payment())).toMatchObject({ status: 200, body: "OK" });
});

test("without an answer the connection is closed", async () => {
  const { receive } = createFixture({ kind: "silent", holdMs: 1 });
  const server = createServer((incoming, response) => void answerNode(receive, incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const url = `http://127.0.0.1:${port}/api/notify/${idOf.sandbox}`;
    await expect(fetch(url, { method: "POST", headers, body: payment() })).rejects.toThrow("fetch failed");
  } finally {
    server.close();
  }
});
