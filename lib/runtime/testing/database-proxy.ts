import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type DatabaseProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Every connection breaks, and new ones are refused at once. */
  cut(): void;
  /** Connections stay and are taken, but nothing gets through any more. */
  hang(): void;
  restore(): void;
  close(): Promise<void>;
};

/** A database that can go away and come back, without touching the one the other tests use. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mode: "open" | "cut" | "hang" = "open";
  const server = createServer((incoming) => {
    if (mode === "cut") {
      incoming.destroy();
      return;
    }
    const outgoing = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => {
        if (mode === "open") to.write(bytes);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      mode = "cut";
      breakAll();
    },
    hang() {
      mode = "hang";
    },
    restore() {
      if (mode === "hang") breakAll();
      mode = "open";
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
