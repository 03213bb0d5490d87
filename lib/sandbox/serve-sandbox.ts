import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { isDropped } from "./control/distort.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
import { bodyBytesMax } from "./http.ts";

/** Middleware before the sandbox: may change or delay the response, or drop it with `broken()`. */
export type Between = (request: Request, handle: () => Promise<Response>) => Promise<Response>;

export type ServedSandbox = { url: string; sandbox: Sandbox; close(): Promise<void> };

/** The sandbox on a port of its own, for tests and other programs. Port 0 takes a free one. */
export async function serveSandbox(
  options: Omit<SandboxOptions, "baseUrl"> & { port: number; host?: string; between?: Between },
): Promise<ServedSandbox> {
  const { port, host = "127.0.0.1", between = (_, handle) => handle(), ...rest } = options;
  const handle = (request: Request) => between(request, () => served.sandbox.handle(request));
  const server = createServer((request, response) => void answerNode(handle, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${typeof address === "object" && address ? address.port : port}`;
  const sandbox = createSandbox({ ...rest, baseUrl: url });
  const served: ServedSandbox = {
    url,
    sandbox,
    async close() {
      await sandbox.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return served;
}

/** Handles a node:http request with a fetch handler; closes the connection of a dropped response. */
export async function answerNode(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const response = await handle(await toRequest(incoming));
    if (isDropped(response)) return void incoming.socket.destroy();
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(response.body as AsyncIterable<Uint8Array>, outgoing);
    else outgoing.end();
  } catch {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  return new Request(new URL(incoming.url ?? "/", "http://sandbox.local"), {
    method: incoming.method ?? "GET",
    headers: headers.filter(([name]) => name !== "content-length"),
    ...(hasBody ? { body: await readBody(incoming) } : {}),
  });
}

/** Reads a too large body up to one byte above the limit, so that the sandbox refuses it; drops the rest. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (total <= bodyBytesMax) chunks.push(chunk);
    total += chunk.byteLength;
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, bodyBytesMax + 1));
}
