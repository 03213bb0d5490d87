import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type PoolerProxy = {
  url: string;
  /** What clients sent to open their connections. */
  startups: readonly string[];
  close(): Promise<void>;
};

const keyData = "K";
const keyDataBytes = 12;

/** As a pooler does, it tells clients a process number that is not the server's. Each still has a connection of its own. */
export async function openPoolerProxy(databaseUrl: string): Promise<PoolerProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const startups: string[] = [];
  const server = createServer((incoming) => {
    const outgoing = connect({ host: target.hostname, port: Number(target.port) });
    let isOpen = false;
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    incoming.once("data", (bytes) => startups.push(bytes.toString("latin1")));
    incoming.on("data", (bytes) => void outgoing.write(bytes));
    outgoing.on("data", (bytes) => {
      const at = isOpen ? -1 : findKeyData(bytes);
      isOpen ||= at >= 0;
      if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1_000_000, at + 5);
      incoming.write(bytes);
    });
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    startups,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Where the message with the process number begins; -1 when these bytes have none. Each message has a letter and its length. */
function findKeyData(bytes: Buffer): number {
  for (let at = 0; at + keyDataBytes < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes.toString("latin1", at, at + 1) === keyData) return at;
  }
  return -1;
}
