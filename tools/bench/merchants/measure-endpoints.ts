import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { ensureEndpoints } from "#lib/db/endpoints/connected-endpoint.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { benchEnvironment } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import { atMost } from "../support/goals.ts";
import { loadAtRate } from "../support/load.ts";
import type { OwnRun } from "../support/own-run.ts";
import { median } from "../support/percentiles.ts";
import { ask, waitUntilTrue } from "./ask.ts";
import { ms, times } from "./in-words.ts";
import { createNotifications, toShot } from "./notifications.ts";
import { openScene, type Scene } from "./scene.ts";
import { type SceneApp, startSceneApp } from "./scene-app.ts";

type Sizes = {
  merchants: number;
  fewMerchants: number;
  endpoints: number;
  fewEndpoints: number;
  rounds: number;
  seconds: number;
};
type Side = {
  scene: Scene;
  receiver: SceneApp;
  loopFile: string;
  store: Store;
  nextShot: ReturnType<typeof createNotifications>;
};

const perSecond = 150;
const connections = 32;
const ratioMax = 1.2;
const knownMaxMs = 1_000;
const blockedMaxMs = 20;
const changesEach = 20;
const watcher = path.resolve(import.meta.dirname, "watch-loop.mjs");

/** The receiver with few and with many endpoints alternately: its throughput, when it recognises a new one, and how long a refresh blocks. */
export async function measureEndpoints(run: OwnRun, cluster: Cluster, sizes: Sizes) {
  const few = await open(run, cluster, { merchants: sizes.fewMerchants, endpoints: sizes.fewEndpoints });
  const many = await open(run, cluster, sizes);
  const sides = [few, many] as const;
  const p99: number[][] = [[], []];
  for (let round = -1; round < sizes.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const p99Ms = await measureRound(side, sizes.seconds * 1_000);
      if (round >= 0) p99[index]?.push(p99Ms);
    }
  }
  const blocked = [await measureBlocked(few, sizes.seconds), await measureBlocked(many, sizes.seconds)];
  const known = [await measureKnown(few, sizes.rounds), await measureKnown(many, sizes.rounds)];
  for (const { receiver, store } of sides) {
    await receiver.stop();
    await store.close();
  }
  const [fewMs = Number.NaN, manyMs = Number.NaN] = p99.map(median);
  const counts = sides.map(({ scene }) => scene.endpoints.length.toLocaleString("en"));
  const figures = [
    { name: `endpoints: receiver p99 with ${counts[0]}`, value: ms(fewMs) },
    { name: `endpoints: receiver p99 with ${counts[1]}`, value: ms(manyMs) },
    atMost("endpoints: receiver p99, many over few", manyMs / fewMs, ratioMax, times),
    { name: `endpoints: a new one is known with ${counts[0]}`, value: ms(known[0] ?? Number.NaN) },
    atMost(`endpoints: a new one is known with ${counts[1]}`, known[1] ?? Number.NaN, knownMaxMs, ms),
    { name: `endpoints: event loop blocked by refreshing ${counts[0]}`, value: ms(blocked[0] ?? Number.NaN) },
    atMost(`endpoints: event loop blocked by refreshing ${counts[1]}`, blocked[1] ?? Number.NaN, blockedMaxMs, ms),
  ];
  return { p99, known, blocked, figures };
}

async function open(
  run: OwnRun,
  cluster: Cluster,
  { merchants, endpoints }: { merchants: number; endpoints: number },
): Promise<Side> {
  const scene = await openScene(run, cluster, { name: "endpoints", merchants, endpoints });
  const loopFile = path.join(scene.folder, "loop");
  const receiver = await startSceneApp(run, scene, {
    name: "receiver",
    program: "scripts/receiver.ts",
    nodeFlags: ["--import", watcher],
    env: { LOOP_FILE: loopFile },
  });
  const store = openStore({ url: scene.url, connectionsMax: 2 });
  return { scene, receiver, loopFile, store, nextShot: createNotifications(scene, "E") };
}

async function measureRound({ receiver, nextShot }: Side, durationMs: number): Promise<number> {
  const result = await loadAtRate({ origin: receiver.origin, connections, nextShot, perSecond, durationMs });
  const others = Object.keys(result.statuses).filter((status) => status !== "200");
  if (others.length > 0) throw new Error(`The receiver did not only answer 200: ${JSON.stringify(result.statuses)}`);
  return result.latencyMs.p99;
}

/** Only adds endpoints, some every second. */
async function measureBlocked(side: Side, seconds: number): Promise<number> {
  await readBlocked(side);
  for (let second = 0; second < Math.max(1, seconds); second++) {
    for (let change = 0; change < changesEach; change++) await addEndpoint(side);
    await wait(1_000);
  }
  return readBlocked(side);
}

async function readBlocked({ receiver, loopFile }: Side): Promise<number> {
  await rm(loopFile, { force: true });
  process.kill(receiver.app.pid, "SIGUSR2");
  let text = "";
  await waitUntilTrue(5_000, 20, async () => {
    text = await readFile(loopFile, "utf8").catch(() => "");
    return text !== "";
  });
  return Number(text || Number.NaN);
}

let added = 0;

async function addEndpoint({ scene, store }: Side): Promise<{ id: string; sid: string }> {
  const parsed = parseCertificateInput(scene.signer.publicKeyPem);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  const { rows } = await scene.pool.query<{ id: string }>("select id from merchant where environment = $1 limit 1", [
    benchEnvironment,
  ]);
  added += 1;
  const sid = String(900_000_000 + added).padStart(15, "0");
  const expected = [{ merchantId: rows[0]?.id ?? "", sid, certificates: parsed.certificates }];
  const [made] = await ensureEndpoints(store.db, { environment: benchEnvironment, by: "the bench", wanted: expected });
  return { id: made?.id ?? "", sid };
}

/** From its commit until the receiver answers `OK` for it; the slowest of some. */
async function measureKnown(side: Side, rounds: number): Promise<number> {
  let slowest = 0;
  for (let round = 0; round < rounds * 2; round++) {
    const endpoint = await addEndpoint(side);
    const scene = { ...side.scene, endpoints: [endpoint] };
    const { path: address, body } = toShot(scene, { endpoint: 0, orderId: `NEW-${added}`, trnref: `NEW${added}` });
    const init = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: new Uint8Array(body) };
    slowest = Math.max(
      slowest,
      await waitUntilTrue(30_000, 20, async () => (await ask(side.receiver, address, init)).status === 200),
    );
  }
  return slowest;
}
