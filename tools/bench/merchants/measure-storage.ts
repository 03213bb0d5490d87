import { say } from "#scripts/support/say.ts";
import { benchEnvironment } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import { atMost } from "../support/goals.ts";
import { loadFully } from "../support/load.ts";
import type { OwnRun } from "../support/own-run.ts";
import { ask, waitUntilTrue } from "./ask.ts";
import { createNotifications } from "./notifications.ts";
import { openScene, type Scene } from "./scene.ts";
import { type SceneApp, startSceneApp } from "./scene-app.ts";

type Sizes = { storageRows: number; fewMerchants: number; waitSeconds: number };

const connections = 32;
const goalBytes = 2.6e9;
const goalRows = 1_000_000;
const ledgerDays = 420;
const gigabytes = (value: number) => `${(value / 1e9).toFixed(2)} GB`;

/** How often the tables are vacuumed in a run, in place of autovacuum: after each tenth of the rows. */
const vacuumsPerHalf = 5;
/** Rows that are deleted within a day: their rate counts, not how many are stored. */
const passing = ["live_event", "delivery_outbox", "overview_change", "ledger_kind_change"];

/** Size of synced transactions and received notifications in bytes, scaled to a million of each. */
export async function measureStorage(run: OwnRun, cluster: Cluster, { storageRows, fewMerchants, waitSeconds }: Sizes) {
  const scene = await openScene(run, cluster, { name: "storage", merchants: fewMerchants, gatewayRows: storageRows });
  const app = await startSceneApp(run, scene);
  const limits = { rows: storageRows, waitMs: waitSeconds * 1_000 };
  const empty = await readSizes(scene);
  const transactions = await readLedgers(scene, app, limits);
  await scene.pool.query("vacuum");
  const afterLedgers = await readSizes(scene);
  say(`  ${transactions.toLocaleString("en")} transactions read`);
  // The size of empty tables and indexes does not belong to a row: the second half is evaluated.
  const half = { ...limits, rows: Math.ceil(storageRows / 2) };
  await sendHalf(scene, app, { ...half, prefix: "S1" });
  const afterHalf = await readSizes(scene);
  const notifications = await sendHalf(scene, app, { ...half, prefix: "S2" });
  const full = await readSizes(scene);
  await app.stop();
  const each = (after: Tables, before: Tables, rows: number) => ((total(after) - total(before)) / Math.max(1, rows)) * goalRows;
  const tables = {
    perTransaction: perRow(afterLedgers, empty, transactions),
    perNotification: perRow(full, afterHalf, notifications),
  };
  printTable("transaction", tables.perTransaction);
  printTable("notification", tables.perNotification);
  const transactionBytes = each(afterLedgers, empty, transactions);
  const notificationBytes = each(full, afterHalf, notifications);
  const figures = [
    { name: "storage: 1,000,000 transactions", value: gigabytes(transactionBytes) },
    { name: "storage: 1,000,000 notifications", value: gigabytes(notificationBytes) },
    atMost("storage: 1,000,000 of each", transactionBytes + notificationBytes, goalBytes, gigabytes),
  ];
  return { transactions, notifications, ...tables, figures };
}

type Limits = { rows: number; waitMs: number };

async function readLedgers({ pool, slugs }: Scene, app: SceneApp, { rows: rowGoal, waitMs }: Limits): Promise<number> {
  const from = new Date(Date.now() - ledgerDays * 86_400_000).toISOString().slice(0, 10);
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "backfill", from }),
  };
  for (const slug of slugs) {
    const { status, text } = await ask(app, `/api/${benchEnvironment}/${slug}/mirror/runs`, init);
    if (status >= 400) throw new Error(`A ledger's history was not asked for: ${status} ${text}`);
  }
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int as count from transaction where environment = $1",
      [benchEnvironment],
    );
    return rows[0]?.count ?? 0;
  };
  let [before, same] = [-1, 0];
  // The merchants left out of the scene have rows too, so wait until no more rows arrive.
  await waitUntilTrue(waitMs, 1_000, async () => {
    const now = await count();
    same = now === before && now > 0 ? same + 1 : 0;
    before = now;
    return now >= rowGoal || same >= 20;
  });
  return count();
}

type Sending = Limits & { prefix: string };

async function sendHalf(scene: Scene, app: SceneApp, { rows, waitMs, prefix }: Sending): Promise<number> {
  let sent = 0;
  for (let part = 0; part < vacuumsPerHalf; part++) {
    sent += await sendNotifications(scene, app, { rows: Math.ceil(rows / vacuumsPerHalf), waitMs, prefix: `${prefix}-${part}` });
    await scene.pool.query("vacuum");
  }
  return sent;
}

async function sendNotifications(scene: Scene, app: SceneApp, { rows: count, waitMs, prefix }: Sending): Promise<number> {
  const nextShot = createNotifications(scene, prefix);
  let sent = 0;
  const load = await loadFully({
    origin: app.origin,
    connections,
    nextShot: () => {
      sent += 1;
      return nextShot();
    },
    isOver: () => sent >= count,
  });
  await waitUntilTrue(waitMs, 1_000, async () => (await scene.pool.query("select from delivery_outbox limit 1")).rowCount === 0);
  return load.statuses["200"] ?? 0;
}

type Tables = ReadonlyMap<string, number>;

/** Size of every table, with TOAST data, and of every index below its table; partitions are added to their parents. */
async function readSizes({ pool }: Scene): Promise<Tables> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select concat_ws(' / ', coalesce(pg_partition_root(indrelid), indrelid)::regclass, coalesce(pg_partition_root(oid), oid)::regclass) as name,
       sum(case when relkind = 'i' then pg_relation_size(oid) else pg_table_size(oid) end) as bytes
     from pg_class left join pg_index on indexrelid = oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
       and coalesce(indrelid, oid)::regclass::text <> all($1) group by 1`,
    [passing],
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const total = (tables: Tables) => [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);

/** Bytes per row in each table and index that grew. */
function perRow(after: Tables, before: Tables, rows: number): Record<string, number> {
  const grown = [...after].map(
    ([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / Math.max(1, rows))] as const,
  );
  return Object.fromEntries(grown.filter(([, bytes]) => bytes >= 1).toSorted(([, left], [, right]) => right - left));
}

const bytesWidth = 6;

function printTable(row: string, sizes: Record<string, number>): void {
  say(`  bytes for each ${row}, by table and index:`);
  for (const [name, bytes] of Object.entries(sizes)) say(`  ${String(bytes).padStart(bytesWidth)}  ${name}`);
}
