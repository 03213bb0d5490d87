import { connect, type Socket } from "node:net";

export type Sending = {
  method?: string;
  /** `{id}` stands for the endpoint's id. */
  path?: string;
  headers?: readonly (readonly [name: string, value: string])[];
  body?: Buffer;
  /**
   * length: Content-Length and all at once; chunked: in pieces of 1,000; drip: byte by byte; endless: pieces until the response
   * arrives; stalled: a part of the declared length, then silence; broken: a part, then the connection closes.
   */
  framing?: "length" | "chunked" | "drip" | "endless" | "stalled" | "broken";
  version?: "1.0" | "1.1";
};

export type Answer = { status: number; body: string; headers: Record<string, string> };

const compared = ["content-type", "cache-control", "allow", "retry-after", "location", "set-cookie"];
const partBytes = 1_000;
const form = ["content-type", "application/x-www-form-urlencoded"] as const;

/** Writes the request byte for byte and reads the whole response; status 0 when the connection closed without one. */
export function send(port: number, endpointId: string, sending: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      resolve(toAnswer(received));
    };
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (isWhole(received, sending.method)) finish();
    });
    socket.on("close", finish);
    socket.on("error", () => {});
    socket.once("connect", () => void write(socket, port, endpointId, sending).catch(reject));
  });
}

async function write(socket: Socket, port: number, endpointId: string, sending: Sending): Promise<void> {
  const { method = "POST", path = "/api/notify/{id}", body = Buffer.alloc(0), framing = "length", version = "1.1" } = sending;
  const isChunked = framing === "chunked" || framing === "endless";
  const size = isChunked ? ["transfer-encoding", "chunked"] : ["content-length", String(body.length)];
  const headers = new Map([["host", `127.0.0.1:${port}`], ["connection", "close"], size, ...(sending.headers ?? [form])] as [
    string,
    string,
  ][]);
  const lines = [...headers].filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${method} ${path.replace("{id}", endpointId)} HTTP/${version}`, ...lines].join("\r\n")}\r\n\r\n`);
  if (framing === "length") socket.write(body);
  if (framing === "chunked") socket.write(Buffer.concat([...pieces(body, partBytes).map(toChunk), Buffer.from("0\r\n\r\n")]));
  if (framing === "drip") for (const piece of pieces(body, 1)) await writeSlowly(socket, piece);
  if (framing === "endless") while (!socket.destroyed) await writeSlowly(socket, toChunk(Buffer.alloc(60_000, "a")));
  if (framing === "stalled" || framing === "broken") socket.write(body.subarray(0, body.length / 2));
  if (framing === "broken") socket.end();
}

function writeSlowly(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.write(bytes, () => setImmediate(resolve));
  });
}

function pieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

function toChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

/** The last response head, ignoring `100 Continue`. */
function split(received: Buffer): { head: string; rest: Buffer } | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [head, rest] = [received.subarray(0, end).toString("latin1"), received.subarray(end + 4)];
  return head.startsWith("HTTP/1.1 100") ? split(rest) : { head, rest };
}

function isWhole(received: Buffer, method: string | undefined): boolean {
  const parts = split(received);
  if (!parts) return false;
  const length = /^content-length: *(\d+)/im.exec(parts.head)?.[1];
  if (method === "HEAD") return true;
  return length === undefined ? parts.rest.toString("latin1").endsWith("0\r\n\r\n") : parts.rest.length >= Number(length);
}

function toAnswer(received: Buffer): Answer {
  const parts = split(received);
  if (!parts) return { status: 0, body: "", headers: {} };
  const [status = "", ...lines] = parts.head.split("\r\n");
  const all = lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  const isChunked = /^transfer-encoding: *chunked/im.test(parts.head);
  const text = parts.rest.toString("utf8");
  return {
    status: Number(status.split(" ")[1]),
    body: isChunked ? unchunk(text) : text,
    headers: Object.fromEntries(all.filter(([name]) => compared.includes(name ?? ""))),
  };
}

function unchunk(text: string): string {
  const size = Number.parseInt(text, 16);
  if (!(size > 0)) return "";
  const start = text.indexOf("\r\n") + 2;
  return text.slice(start, start + size) + unchunk(text.slice(start + size + 2));
}
