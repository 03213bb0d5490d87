import { benchEnvironment } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import { atLeast, atMost } from "../support/goals.ts";
import type { OwnRun } from "../support/own-run.ts";
import { waitUntilTrue } from "./ask.ts";
import { seconds } from "./in-words.ts";
import { openScene, type Scene } from "./scene.ts";
import { startSceneApp } from "./scene-app.ts";

type Sizes = { shareMerchants: number; latencyMs: number; callsPerSecond: number; waitSeconds: number };

const rowsEach = 20;
const movedMax = 60;

/** Two processes on one database: what both read, and how soon one takes over the leases of the other after it was killed. */
export async function measureShare(
  run: OwnRun,
  cluster: Cluster,
  { shareMerchants: merchants, latencyMs, callsPerSecond, waitSeconds }: Sizes,
) {
  const scene = await openScene(run, cluster, { name: "share", merchants, latencyMs, gatewayRows: merchants * rowsEach });
  const env = { SYNC_CALLS_PER_SECOND: String(callsPerSecond) };
  const killed = await startSceneApp(run, scene, { name: "killed", env });
  const other = await startSceneApp(run, scene, { name: "other", env });
  const withinMs = (merchants * 4 * 1_000) / callsPerSecond + waitSeconds * 1_000;
  const halfMs = await waitUntilTrue(withinMs, 200, async () => (await countRead(scene)) >= merchants / 2);
  const { readTwice } = await scene.gateway.tally();
  killed.app.kill("SIGKILL");
  const held = await readHeld(scene);
  const movedMs = await waitUntilTrue(
    Math.min(movedMax * 2, waitSeconds) * 1_000,
    200,
    async () => (await countLeft(scene, held)) === 0,
  );
  const allMs = await waitUntilTrue(withinMs, 500, async () => (await countRead(scene)) >= merchants);
  await other.stop();
  const figures = [
    {
      name: "share: half of the merchants by two processes, all by one",
      value: `${seconds(halfMs / 1_000)}, ${seconds(allMs / 1_000)} more`,
    },
    atMost("share: lists read twice by two processes", Number.isNaN(halfMs) ? Number.NaN : readTwice, 0, String),
    atLeast("share: merchants held when one was killed", held.length, 1),
    atMost("share: all that was held was read after", Number.isNaN(halfMs) ? Number.NaN : movedMs / 1_000, movedMax, seconds),
  ];
  return { merchants, readTwice, held: held.length, figures };
}

async function countRead({ pool }: Scene): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from ledger_sync where environment = $1 and recent_read_at is not null",
    [benchEnvironment],
  );
  return rows[0]?.count ?? 0;
}

async function readHeld({ pool }: Scene): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select merchant_id as id from ledger_sync where environment = $1 and cached_until > now() and recent_read_at is null",
    [benchEnvironment],
  );
  return rows.map(({ id }) => id);
}

async function countLeft({ pool }: Scene, ids: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from ledger_sync where merchant_id = any($1::uuid[]) and recent_read_at is null",
    [ids],
  );
  return rows[0]?.count ?? 0;
}
