import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";

export type ServedSandbox = { url: string; sandbox: Sandbox; close(): Promise<void> };

/** The sandbox on a port of its own, for tests and other programs. Port 0 takes a free one. */
export async function serveSandbox(
  options: Omit<SandboxOptions, "baseUrl"> & { port: number; host?: string },
): Promise<ServedSandbox> {
  const { port, host = "127.0.0.1", ...rest } = options;
  const server = createServer((request, response) => void answer(served.sandbox, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const url = `http://${host}:${typeof address === "object" && address ? address.port : port}`;
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

async function answer(sandbox: Sandbox, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const response = await sandbox.handle(toRequest(incoming));
    if (response.headers.has("x-sandbox-drop")) return void incoming.socket.destroy();
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch {
    outgoing.writeHead(500).end();
  }
}

function toRequest(incoming: IncomingMessage): Request {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  return new Request(`http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`, {
    method: incoming.method ?? "GET",
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  });
}
