import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { eq } from "drizzle-orm";
import { openStore } from "#lib/db/connection/open-store.ts";
import { updateEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { delivery } from "#lib/db/schema/notification.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createSigner } from "#lib/notifications/testing/sign.ts";
import { actingMethods } from "#lib/notifications/verification/accepted-names.ts";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { appEnv, dataDir } from "../support/surroundings.ts";
import { isReady, startNext, startProcess, stopProcess } from "./next-alone.ts";

export const sid = "000000000000010";
export const signer = createSigner();

export type Row = Pick<typeof delivery.$inferSelect, "verdict" | "reasons" | "seen" | "conflict" | "sha256" | "headers">;

/** The field order of each entry point's second endpoint. */
export const otherOrder = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];

/** URL_Notify at one of the three entry points, with two endpoints of its own. */
export type EntryPoint = { name: string; port: number; endpointId: string; otherOrderId: string };

export type EntryPoints = {
  all: readonly EntryPoint[];
  /** The notifications received at an endpoint, oldest first. */
  rowsOf(endpointId: string): Promise<Row[]>;
  close(): Promise<void>;
};

/** The running front server, Next alone from the same build, and the receiver; all on one database. */
export async function openEntryPoints(): Promise<EntryPoints> {
  const database = await openEmbeddedDatabase({ dataDir });
  const store = openStore({ url: database.url, connectionsMax: 2 });
  const [nextPort, receiverPort] = [await freePort(), await freePort()];
  const children = [startNext(nextPort, database.url), startReceiver(receiverPort, database.url)];
  const ports = { "the front server": Number(appEnv.PORT), "Next alone": nextPort, "the receiver": receiverPort };
  await Promise.all([nextPort, receiverPort].map(isReady));
  // An environment without merchants, so that these appear in no list.
  const endpoint = () =>
    ensureEndpoint(store.db, {
      environment: "self-test",
      merchantId: randomUUID(),
      sid,
      certificates: [signer.publicKeyPem],
      by: "e2e",
    });
  const inOtherOrder = async () => {
    const { id } = (await endpoint()).endpoint;
    await updateEndpoint(store.db, id, { fieldOrder: { names: otherOrder, methods: actingMethods, earlier: [] } });
    return id;
  };
  const all = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => ({
      ...{ name, port },
      endpointId: (await endpoint()).endpoint.id,
      otherOrderId: await inOtherOrder(),
    })),
  );
  return {
    all,
    rowsOf: (endpointId) => {
      const { verdict, reasons, seen, conflict, sha256, headers } = delivery;
      return store.db
        .select({ verdict, reasons, seen, conflict, sha256, headers })
        .from(delivery)
        .where(eq(delivery.endpointId, endpointId))
        .orderBy(delivery.seq);
    },
    async close() {
      await Promise.all(children.map(stopProcess));
      await store.close();
      await database.close();
    },
  };
}

function startReceiver(port: number, databaseUrl: string): ChildProcess {
  const preload = pathToFileURL(path.resolve("scripts/support/preload.mjs")).href;
  return startProcess(["--import", preload, "scripts/receiver.ts"], port, databaseUrl);
}
