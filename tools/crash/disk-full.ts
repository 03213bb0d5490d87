import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Comparison } from "./compare.ts";
import { openScene, type Scene } from "./scene.ts";
import type { Sent } from "./senders.ts";
import { mountSmallDisk } from "./small-disk.ts";

export type DiskFullResult = { comparison: Comparison; sent: Sent; refused: number; seconds: number };

const megabytes = 224;
const some = 200;
const refusedWanted = 200;
const withinMs = 60_000;
const lookMs = 100;
const settleMs = 90_000;

/**
 * Database and spools share a disk that becomes full under load: then the only correct response is 503. When there is
 * space again everything continues. Returns a text when it could not be tried.
 */
export async function runDiskFull(run: OwnRun): Promise<DiskFullResult | string> {
  const disk = mountSmallDisk(run, { name: "small-disk", megabytes });
  if (typeof disk === "string") return disk;
  const startedAt = performance.now();
  const scene = await openScene({ run, name: `${disk.name}/scene` });
  const { sent } = scene.senders;
  await scene.warmUp();
  scene.senders.start({ count: 12, pauseMsMax: 40 });
  await until(scene, () => sent.acknowledged.size >= some);
  const before = sent.tries["503"] ?? 0;
  const refused = () => (sent.tries["503"] ?? 0) - before;
  await disk.fill();
  await until(scene, () => refused() >= refusedWanted);
  await disk.empty();
  const enough = sent.acknowledged.size + some;
  await until(scene, async () => {
    await scene.cluster.start();
    return sent.acknowledged.size >= enough;
  });
  const comparison = await scene.finish({ settleMs });
  return { comparison, sent, refused: refused(), seconds: (performance.now() - startedAt) / 1_000 };
}

/** Continues after a minute in any case: the figures then show what is missing. */
async function until({ pause }: Scene, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isTrue()) && performance.now() < giveUpAt) await pause(lookMs);
}
