import { say } from "#scripts/support/say.ts";
import { benchEnvironment } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import { atMost } from "../support/goals.ts";
import { type LoadResult, loadFully } from "../support/load.ts";
import type { OwnRun } from "../support/own-run.ts";
import type { Figure } from "../support/report.ts";
import { ask, waitUntilTrue } from "./ask.ts";
import { ms, seconds } from "./in-words.ts";
import { toShot } from "./notifications.ts";
import { openScene, type Scene } from "./scene.ts";
import { startSceneApp } from "./scene-app.ts";

type Sizes = { burst: number; burstMerchants: number; fewMerchants: number; waitSeconds: number };

const connections = 32;
const acknowledgedMaxMs = 1_000;
const findableMax = 90;
const reconciledMax = 180;
/** Share of transactions that are sales with a notification. */
const rowsOverBurst = 3;
const samples = 30;

/** Notifications about stored transactions as fast as they are accepted: acknowledged, findable, reconciled. */
export async function measureBurst(run: OwnRun, cluster: Cluster, { burst, burstMerchants, fewMerchants, waitSeconds }: Sizes) {
  const few = await sendBurst(run, cluster, { burst: Math.ceil(burst / 5), merchants: fewMerchants, waitSeconds });
  const many = await sendBurst(run, cluster, { burst, merchants: burstMerchants, waitSeconds });
  const name = `burst: ${many.sent.toLocaleString("en")} over ${burstMerchants.toLocaleString("en")} merchants`;
  const figures: Figure[] = [
    {
      name: `burst: ${few.sent.toLocaleString("en")} over ${fewMerchants} merchants`,
      value: `p99 ${ms(few.load.latencyMs.p99)}, findable ${seconds(few.findable)}, reconciled ${seconds(few.reconciled)}`,
    },
    { name, value: `${many.load.perSecond.toFixed(0)} a second` },
    atMost(`${name}, acknowledged, p99`, many.load.latencyMs.p99, acknowledgedMaxMs, ms),
    atMost(`${name}, not acknowledged`, many.sent - (many.load.statuses["200"] ?? 0), 0, String),
    atMost(`${name}, all findable after`, many.findable, findableMax, seconds),
    atMost(`${name}, reconciled after`, many.reconciled, reconciledMax, seconds),
  ];
  return { few, many, figures };
}

type Burst = { sent: number; load: LoadResult; findable: number; reconciled: number };

async function sendBurst(
  run: OwnRun,
  cluster: Cluster,
  { burst, merchants, waitSeconds }: { burst: number; merchants: number; waitSeconds: number },
): Promise<Burst> {
  const rows = burst * rowsOverBurst;
  const waitMs = waitSeconds * 1_000;
  const scene = await openScene(run, cluster, { name: "burst", merchants, rows, withNotifications: false });
  const sales = await readSales(scene, burst);
  say(`  Signing ${sales.length.toLocaleString("en")} notifications …`);
  const shots = sales.map((sale) => toShot(scene, sale));
  const app = await startSceneApp(run, scene);
  let sent = 0;
  const load = await loadFully({
    origin: app.origin,
    connections,
    nextShot: () => shots[sent++] ?? shots[0] ?? { path: "/", body: Buffer.alloc(0) },
    isOver: () => sent >= shots.length,
  });
  const endedAt = performance.now();
  const orders = Array.from(
    { length: samples },
    (_, index) => sales[Math.floor((index / samples) * sales.length)]?.orderId ?? "",
  );
  const findable = waitUntilTrue(waitMs, 250, async () => (await countRows(scene, "delivery_outbox")) === 0).then(
    async (waited) => {
      for (const order of orders) {
        const left = await waitUntilTrue(waitMs, 250, async () => {
          const { text } = await ask(app, `/api/${benchEnvironment}/find?q=${order}`);
          return text.includes('"notification"');
        });
        if (Number.isNaN(left)) return Number.NaN;
      }
      return Number.isNaN(waited) ? waited : (performance.now() - endedAt) / 1_000;
    },
  );
  const reconciled = waitUntilTrue(
    waitMs,
    250,
    async () => (await countRows(scene, "reconciliation where transaction_id is not null")) >= shots.length,
  ).then((waited) => (Number.isNaN(waited) ? waited : (performance.now() - endedAt) / 1_000));
  const measured = { sent: shots.length, load, findable: await findable, reconciled: await reconciled };
  await app.stop();
  return measured;
}

/** Sales of the ledger, each with the endpoint of its merchant. */
async function readSales({ pool, endpoints }: Scene, count: number) {
  const { rows } = await pool.query<{ n: number; orderId: string; trnref: string; amount: string; currency: string }>(
    `select n, reference_number as "orderId", reference as trnref, (amount_minor / 100.0)::numeric(12,2)::text as amount, currency
     from bench_row where sign = 'credit' and type in ('013', '501') order by n desc limit $1`,
    [count],
  );
  return rows.map(({ n, ...sale }) => ({ ...sale, endpoint: n % endpoints.length }));
}

async function countRows({ pool }: Scene, from: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return rows[0]?.count ?? 0;
}
