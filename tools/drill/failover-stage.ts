import path from "node:path";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { DatabaseNode } from "./failover-node.ts";
import { type DatabasePair, openPair } from "./failover-pair.ts";
import type { Pages } from "./pages.ts";
import type { Programs } from "./programs.ts";
import { openScene, type Scene } from "./scene.ts";
import { untilWritten, type Written } from "./until-written.ts";

export type FailoverSize = {
  webs: number;
  kills: number;
  cuts: number;
  perSecond: number;
  awaySeconds: number;
  /** By which goals of time are multiplied. */
  patience: number;
};

export type Stage = { scene: Scene; pair: DatabasePair; pages: Pages; size: FailoverSize };

type StageOptions = { name: string; webs: number; isSynchronous: boolean };

export const database = "drill";
export const pagePaths = ["/api/session", "/api/demo/notifications"];
export const writesWithinSeconds = 15;

/** Two receivers, and web processes, on two servers. */
export async function openStage(
  run: OwnRun,
  programs: Programs,
  { name, webs, isSynchronous }: StageOptions,
): Promise<Pick<Stage, "scene" | "pair">> {
  let pair: DatabasePair | undefined;
  const openCluster = async (folder: string) => {
    pair = await openPair({ run, programs, folder: path.join(folder, "database"), isSynchronous });
    return pair;
  };
  const scene = await openScene({ run, programs, name, receivers: 2, webs, drainSeconds: 0, openCluster });
  if (!pair) throw new Error("No servers were started.");
  return { scene, pair };
}

/** What a wait needs of a stage, whoever manages its servers. */
export type Playing = Pick<Stage, "scene" | "pages"> & { pair: { primary(): Pick<DatabaseNode, "url"> } };

/** Until each process has stored a notification, and pages answer. */
export async function untilAllWrite(
  { scene, pair, pages }: Playing,
  { since, prefix }: { since: number; prefix: string },
): Promise<Written[]> {
  const url = pair.primary().url(database);
  const writing = scene.members.map((member) => untilWritten({ scene, member, url, prefix: `${prefix}-${member.name}`, since }));
  const [written] = await Promise.all([Promise.all(writing), pages.untilOk(pagePaths)]);
  return [...written, { seconds: (performance.now() - since) / 1_000, acknowledged: new Map() }];
}
