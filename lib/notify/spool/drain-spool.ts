import type { Delivery, DeliveryRecord } from "../ports.ts";
import { readFrames } from "./frame.ts";
import { type Sealer, spoolPlace } from "./spool.ts";
import { type TakenSegment, takeSegments } from "./spool-folder.ts";
import { fromSpooledBytes } from "./spooled-delivery.ts";

export type DrainResult = {
  saved: number;
  /** Why something is left, if anything is. */
  problem: unknown;
};

type Options = { folder: string; sealer: Sealer; record: Pick<DeliveryRecord, "save">; saveMs: number };

const atOnce = 64;
const refusalsMax = 3;

/**
 * Brings what waits in the spool into the database: every delivery exactly once, however often and by how many processes
 * this is done, since saving one again changes nothing. A file goes only when all of it is stored; one that cannot be
 * opened or stored waits and holds up nobody.
 */
export async function drainSpool({ folder, ...options }: Options): Promise<DrainResult> {
  const result: DrainResult = { saved: 0, problem: undefined };
  let refusals = 0;
  for await (const segment of takeSegments(folder)) {
    try {
      result.saved += await drainSegment(segment, options);
      refusals = 0;
    } catch (problem) {
      await segment.giveBack();
      result.problem = problem;
      if (++refusals === refusalsMax) break;
    }
  }
  return result;
}

async function drainSegment(segment: TakenSegment, { sealer, record, saveMs }: Omit<Options, "folder">): Promise<number> {
  const { payloads, hasGap } = readFrames(await segment.read());
  const deliveries = payloads.map((sealed) => fromSpooledBytes(sealer.open(sealed, spoolPlace)));
  // The first one alone shows whether the database is there.
  for (let at = 0, size = 1; at < deliveries.length; at += size, size = atOnce) {
    await saveAll(record, deliveries.slice(at, at + size), saveMs);
  }
  await (hasGap ? segment.setAside() : segment.remove());
  return deliveries.length;
}

async function saveAll(record: Options["record"], deliveries: readonly Delivery[], saveMs: number): Promise<void> {
  const signal = AbortSignal.timeout(saveMs);
  const results = await Promise.allSettled(deliveries.map((delivery) => record.save(delivery, { signal })));
  const failed = results.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
