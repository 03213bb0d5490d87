import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type DatabaseProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Every connection breaks, and new ones are refused at once. */
  cut(): void;
  /** Connections stay open and are accepted, but no data passes any more. */
  hang(): void;
  /** As `hang` for existing connections; new ones work. */
  silence(): void;
  /** The connection that sends this text next hangs from then on; `arrives`: whether the text still reaches the database. */
  silenceAfter(text: string, options: { arrives: boolean }): void;
  /** As `cut`, as soon as a connection sends this text. */
  cutAt(text: string): void;
  restore(): void;
  close(): Promise<void>;
};

/** A database connection that can fail and recover, without affecting the database of other tests. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let mode: "open" | "cut" | "hang" = "open";
  let last: { text: string; arrives: boolean } | undefined;
  let fatal: string | undefined;
  const cut = () => {
    mode = "cut";
    for (const socket of sockets) socket.destroy();
  };
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
        const isHeard = from === incoming || !silent.has(from);
        silent.delete(from);
        if (isHeard) to.destroy();
      });
      from.on("data", (bytes) => {
        if (fatal !== undefined && bytes.includes(fatal)) {
          fatal = undefined;
          cut();
        }
        const isLast = last !== undefined && bytes.includes(last.text);
        if (mode === "open" && !silent.has(from) && (!isLast || last?.arrives)) to.write(bytes);
        if (!isLast) return;
        for (const socket of [from, to]) silent.add(socket);
        last = undefined;
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
    cut,
    hang() {
      mode = "hang";
    },
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    silenceAfter(text, { arrives }) {
      last = { text, arrives };
    },
    cutAt(text) {
      fatal = text;
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
