import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import type { Delivery } from "../ports.ts";
import { createSigner, notifyEntries, signedBody } from "../testing/sign.ts";
import { answerNode } from "./node-handler.ts";
import { createReceiver, type ReceiveLimits } from "./receive.ts";

const signer = createSigner();
const id = "0123456789abcdef0123456789abcdef";
const body = signedBody(notifyEntries(), signer);
let close = () => {};
afterEach(() => close());

async function openEntryPoint(limits: Partial<ReceiveLimits> = {}) {
  const saved: Delivery[] = [];
  const endpoint = { id, environment: "sandbox", merchantId: "m", merchant: "cafe", sid: "000000000000010", strictLayout: true };
  const receive = createReceiver({
    directory: { find: async () => ({ ...endpoint, keys: [signer.key] }), findFresh: async () => undefined },
    record: { save: async (delivery) => void saved.push(delivery), countDropped: async () => {} },
    clock: systemClock,
    limits: { bodyMs: 100, drainMs: 300, ...limits },
  });
  const server: Server = createServer((request, response) => {
    response.setHeader("x-content-type-options", "nosniff");
    void answerNode(receive, request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, saved };
}

function head(more: string): string {
  return `POST /api/notify/${id} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${more}\r\n`;
}

async function readUntil(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  let text = "";
  for await (const chunk of socket) {
    text += chunk;
    if (isEnough(text)) return text;
  }
  return text;
}

const readToEnd = (socket: Socket) => readUntil(socket, () => false);

test("the response is exactly two bytes, with the front server's headers, and the connection stays open", async () => {
  const { port, saved } = await openEntryPoint();
  const socket = connect(port, "127.0.0.1");
  const sent = `${head(`Content-Length: ${Buffer.byteLength(body)}\r\n`)}${body}`;
  socket.write(sent + sent);
  const text = await readUntil(socket, (each) => each.split("\r\n\r\nOK").length > 2);
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(text).toMatch(/content-length: 2\r\n/);
  expect(text).toMatch(/x-content-type-options: nosniff\r\n/);
  expect(text.endsWith("\r\n\r\nOK")).toBe(true);
  expect(saved.map((delivery) => delivery.body.toString())).toEqual([body, body]);
});

test("a body that arrives byte by byte is read completely", async () => {
  const { port, saved } = await openEntryPoint({ bodyMs: 5_000 });
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  socket.write(head("Transfer-Encoding: chunked\r\nConnection: close\r\n"));
  for (const byte of Buffer.from(body)) socket.write(`1\r\n${String.fromCharCode(byte)}\r\n`);
  socket.write("0\r\n\r\n");
  expect((await readToEnd(socket)).endsWith("\r\n\r\nOK")).toBe(true);
  expect(saved[0]?.body.toString()).toBe(body);
});

test("an incomplete body is 408 and the connection is closed", async () => {
  const { port, saved } = await openEntryPoint();
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head("Content-Length: 500\r\n")}half`);
  const text = await readToEnd(socket);
  expect(text).toMatch(/^HTTP\/1\.1 408/);
  expect(text).toMatch(/connection: close/i);
  expect(saved).toEqual([]);
});

test("a sender that writes 20 MB before it reads still gets its 413, without using our memory", async () => {
  const { port, saved } = await openEntryPoint({ drainMs: 5_000 });
  const socket = connect(port, "127.0.0.1");
  const answer = readToEnd(socket);
  const part = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
  socket.write(head("Transfer-Encoding: chunked\r\n"));
  for (let index = 0; index < 320; index++) {
    if (!socket.write(part)) await once(socket, "drain");
  }
  socket.write("0\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1\.1 413/);
  expect(saved).toEqual([]);
});

test("a sender that never stops is disconnected", async () => {
  const { port } = await openEntryPoint({ drainMs: 100 });
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(head("Transfer-Encoding: chunked\r\n"));
  const part = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
  const sending = setInterval(() => socket.write(part), 5);
  await new Promise((resolve) => socket.once("close", resolve).resume());
  clearInterval(sending);
  expect(socket.destroyed).toBe(true);
});

test("a sender that disconnects in the middle leaves nothing behind", async () => {
  const { port, saved } = await openEntryPoint({ bodyMs: 5_000 });
  const gone = connect(port, "127.0.0.1");
  gone.write(`${head("Content-Length: 500\r\n")}half`);
  await once(gone, "connect");
  gone.destroy();
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head(`Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`)}${body}`);
  expect((await readToEnd(socket)).endsWith("\r\n\r\nOK")).toBe(true);
  expect(saved).toHaveLength(1);
});

test("HEAD is 405 without a body", async () => {
  const { port } = await openEntryPoint();
  const socket = connect(port, "127.0.0.1");
  socket.write(`HEAD /api/notify/${id}/?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const text = await readToEnd(socket);
  expect(text).toMatch(/^HTTP\/1\.1 405/);
  expect(text).toMatch(/allow: POST/);
  expect(text.endsWith("\r\n\r\n")).toBe(true);
});
