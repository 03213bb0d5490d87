import { ensureBuilt } from "#scripts/support/build-app.ts";
import { say } from "#scripts/support/say.ts";
import { measureBurst } from "./merchants/measure-burst.ts";
import { measureCold } from "./merchants/measure-cold.ts";
import { measureConnect } from "./merchants/measure-connect.ts";
import { measureEndpoints } from "./merchants/measure-endpoints.ts";
import { measureMixed } from "./merchants/measure-mixed.ts";
import { measurePages } from "./merchants/measure-pages.ts";
import { measureShare } from "./merchants/measure-share.ts";
import { measureStorage } from "./merchants/measure-storage.ts";
import { openScene, type Scene } from "./merchants/scene.ts";
import { startSceneApp } from "./merchants/scene-app.ts";
import { type Cluster, startCluster } from "./support/cluster.ts";
import { type OwnRun, withOwnRun } from "./support/own-run.ts";
import { readParts, readSizes } from "./support/read-sizes.ts";
import { type Figure, publish } from "./support/report.ts";

const usual = {
  parts: "pages,mixed,connect,endpoints,burst,storage,cold,share",
  merchants: 10_000,
  /** Number of merchants in the scene of comparison. */
  fewMerchants: 10,
  /** Number of transactions, and of notifications. */
  rows: 1_000_000,
  endpoints: 20_000,
  fewEndpoints: 100,
  /** Requests of each page. */
  repeats: 40,
  /** Duration of the mixed load. */
  minutes: 10,
  staff: 20,
  perSecond: 50,
  callsPerSecond: 50,
  latencyMs: 50,
  /** Idle time after all merchants were read. */
  steadySeconds: 600,
  burst: 100_000,
  burstMerchants: 5_000,
  storageRows: 100_000,
  atOnce: 200,
  shareMerchants: 1_000,
  rounds: 5,
  seconds: 4,
  /** Timeout after which a goal counts as missed. */
  waitSeconds: 900,
  /** A folder in which filled databases are saved for the next run. */
  keep: "",
};
const tiny = {
  merchants: 40,
  rows: 2_000,
  endpoints: 80,
  fewEndpoints: 10,
  repeats: 2,
  minutes: 0.1,
  staff: 3,
  perSecond: 10,
  latencyMs: 5,
  steadySeconds: 2,
  burst: 200,
  burstMerchants: 20,
  storageRows: 300,
  atOnce: 20,
  shareMerchants: 30,
  rounds: 1,
  seconds: 0.3,
  waitSeconds: 10,
};
const longMinutes = 60;

export type Sizes = typeof usual & { isTiny: boolean };
type Part = { figures: readonly Figure[]; [detail: string]: unknown };

/**
 * A partner with ten thousand merchants, each figure compared with ten merchants: pages, mixed load, a first connection,
 * endpoints, a burst of notifications, storage, a cold start, and two processes on one database.
 */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const given = flags.filter((flag) => flag !== "--long");
  const sizes = readSizes(given, { ...usual, minutes: given.length < flags.length ? longMinutes : usual.minutes }, tiny);
  return withOwnRun("bench-merchants", (ownRun) => measure(ownRun, sizes), { keep: sizes.keep || undefined });
}

async function measure(ownRun: OwnRun, sizes: Sizes): Promise<0 | 1> {
  await ensureBuilt();
  const cluster = await startCluster(ownRun.folder);
  ownRun.defer(() => cluster.close(sizes.keep ? "fast" : "immediate"));
  const parts: Record<string, () => Promise<Part>> = {
    pages: () => pagesPart(ownRun, cluster, sizes),
    mixed: () => mixedPart(ownRun, cluster, sizes),
    connect: () => measureConnect(ownRun, cluster, sizes),
    endpoints: () => measureEndpoints(ownRun, cluster, sizes),
    burst: () => measureBurst(ownRun, cluster, sizes),
    storage: () => measureStorage(ownRun, cluster, sizes),
    cold: () => measureCold(ownRun, cluster, sizes),
    share: () => measureShare(ownRun, cluster, sizes),
  };
  const selectedParts = readParts(sizes.parts, Object.keys(parts));
  const figures: Figure[] = [];
  const details: Record<string, unknown> = {};
  for (const [name, measurePart] of Object.entries(parts)) {
    if (!selectedParts.has(name)) continue;
    say(`${name} …`);
    const { figures: ofPart, ...rest } = await measurePart();
    figures.push(...ofPart);
    details[name] = rest;
  }
  return publish({ name: "merchants", figures, details, isTiny: sizes.isTiny });
}

const scenes = new Map<string, Promise<Scene>>();

/** The same rows for few merchants and for many; filled once for the parts that request pages. */
async function openBoth(ownRun: OwnRun, cluster: Cluster, { fewMerchants, merchants, rows, endpoints }: Sizes) {
  const open = (name: string, count: number) => {
    const known =
      scenes.get(name) ?? openScene(ownRun, cluster, { name, merchants: count, rows, endpoints, hasDeadIntegration: true });
    scenes.set(name, known);
    return known;
  };
  return { few: await open("few", fewMerchants), many: await open("many", merchants) };
}

async function pagesPart(ownRun: OwnRun, cluster: Cluster, sizes: Sizes): Promise<Part> {
  const { few, many } = await openBoth(ownRun, cluster, sizes);
  const [fewApp, manyApp] = [await startSceneApp(ownRun, few), await startSceneApp(ownRun, many)];
  const part = await measurePages({ scene: few, app: fewApp }, { scene: many, app: manyApp }, sizes.repeats);
  await fewApp.stop();
  await manyApp.stop();
  return part;
}

async function mixedPart(ownRun: OwnRun, cluster: Cluster, sizes: Sizes): Promise<Part> {
  const { few, many } = await openBoth(ownRun, cluster, sizes);
  return measureMixed(ownRun, [few, many], sizes);
}
