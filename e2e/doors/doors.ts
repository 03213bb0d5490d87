import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createSigner } from "#lib/notify/testing/sign.ts";
import { ensureEndpoint } from "#lib/store/connected-endpoint.ts";
import { openEmbeddedDatabase } from "#lib/store/embedded/embedded-database.ts";
import { freePort } from "#lib/store/embedded/free-port.ts";
import { openStore } from "#lib/store/open-store.ts";
import { dataDir, deskEnv } from "../support/surroundings.ts";

export const sid = "000000000000010";
export const signer = createSigner();

export type Row = {
  verdict: string;
  reasons: string[];
  seen: number;
  conflict: boolean;
  sha256: Buffer;
  headers: { name: string }[];
};

/** URL_Notify behind one of the three doors, at an endpoint of its own. */
export type Door = { name: string; port: number; endpointId: string };

export type Doors = {
  all: readonly Door[];
  /** What was received at an endpoint, oldest first. */
  rowsOf(endpointId: string): Promise<Row[]>;
  close(): Promise<void>;
};

/** The front door that runs already, Next alone on the same build, and the receiver; all on one database. */
export async function openDoors(): Promise<Doors> {
  const database = await openEmbeddedDatabase({ dataDir });
  const store = openStore({ url: database.url, connectionsMax: 2 });
  const [nextPort, receiverPort] = [await freePort(), await freePort()];
  const children = [startNext(nextPort, database.url), startReceiver(receiverPort, database.url)];
  const ports = { "the front door": Number(deskEnv.PORT), "Next alone": nextPort, "the receiver": receiverPort };
  await Promise.all([nextPort, receiverPort].map(isReady));
  // An environment of no merchant: no list of the desk shows these.
  const endpoint = () =>
    ensureEndpoint(store.db, {
      environment: "self-test",
      merchantId: randomUUID(),
      sid,
      certificates: [signer.publicKeyPem],
      by: "e2e",
    });
  const all = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => ({ name, port, endpointId: (await endpoint()).endpoint.id })),
  );
  return {
    all,
    rowsOf: async (endpointId) =>
      (
        await store.pool.query(
          "select verdict, reasons, seen, conflict, sha256, headers from delivery where endpoint_id = $1 order by seq",
          [endpointId],
        )
      ).rows,
    async close() {
      await Promise.all(children.map(stop));
      await store.close();
      await database.close();
    },
  };
}

function startNext(port: number, databaseUrl: string): ChildProcess {
  return start(
    ["node_modules/next/dist/bin/next", "start", "--port", String(port), "--hostname", "127.0.0.1"],
    port,
    databaseUrl,
  );
}

function startReceiver(port: number, databaseUrl: string): ChildProcess {
  const preload = pathToFileURL(path.resolve("scripts/support/preload.mjs")).href;
  return start(["--import", preload, "scripts/receiver.ts"], port, databaseUrl);
}

function start(command: readonly string[], port: number, databaseUrl: string): ChildProcess {
  const own = { PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}`, DATABASE_URL: databaseUrl, SANDBOX: "off" };
  const env = { ...process.env, ...deskEnv, ...own, NODE_ENV: "production" as const };
  return spawn(process.execPath, command, { env, stdio: "ignore" });
}

async function isReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined);
    if (response?.ok) return;
    await wait(200);
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  });
}
