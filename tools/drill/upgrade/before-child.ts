import { randomUUID } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import type { Amounts, BeforeMessage, BeforeRequest } from "./before-app.ts";

// Runs in the folder of the version before, whose modules it loads: its web process without pages. Messages of
// `before-app.ts` tell it what to do.

type Before<Module> = Promise<Module>;
const load = (file: string) => import(pathToFileURL(path.resolve(file)).href);
const [{ openRestoreApp }, { startRestoreGateway }, scene, { fillLedger }] = await Promise.all([
  load("tools/drill/restore-app.ts") as Before<typeof import("../restore-app.ts")>,
  load("tools/drill/restore-gateway.ts") as Before<typeof import("../restore-gateway.ts")>,
  load("tools/drill/restore-scene.ts") as Before<typeof import("../restore-scene.ts")>,
  load("tools/bench/find/fill-ledger.ts") as Before<typeof import("#tools/bench/find/fill-ledger.ts")>,
]);

const url = process.env.DATABASE_URL ?? "";
const rows = Number(process.env.DRILL_ROWS);
const reply = (message: BeforeMessage) => process.send?.(message);

const gateway = await startRestoreGateway({ folder: process.cwd(), defer: () => {} });
const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
const app = await openRestoreApp({ ...env, GATEWAY_HOSTS: gateway.host }, url);
await fill();
await scene.connect(app, gateway);
const before = await scene.prepareBefore(app, { refunds: 2 });
const privateKeyPem = before.signer.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
process.on("message", (request: BeforeRequest) => void use(request.use));
process.channel?.ref();
reply({ ready: { endpointId: before.endpointId, privateKeyPem } });

/** Before anybody is connected, as the sums are made of all rows there are. */
async function fill(): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const merchantIds = [randomUUID()];
  await fillLedger({ pool, vault: app.runtime.vault, merchantIds, endpointIds: [], rows, withNotifications: false });
  await pool.query("drop table bench_row");
  await pool.end();
}

/** Receives, pays and gives back, as before the upgrade. */
async function use(amounts: Amounts): Promise<void> {
  try {
    const done = await scene.actAfterBackup(app, before, amounts);
    reply({
      used: {
        notifications: done.acknowledged.size,
        payments: gateway.accepted.payments.size,
        refunds: gateway.accepted.refunds.size,
      },
    });
  } catch (error) {
    reply({ failed: error instanceof Error ? error.message : String(error) });
  }
}
