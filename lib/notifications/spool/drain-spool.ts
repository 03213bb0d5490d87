import type { Delivery, DeliveryRecord } from "../ports.ts";
import { readFrames, toFrame } from "./frame.ts";
import { type Sealer, spoolPlace } from "./spool.ts";
import { type LeftBehind, type ReadSegment, readSegments } from "./spool-folder.ts";
import { fromSpooledBytes } from "./spooled-delivery.ts";

export type DrainResult = {
  saved: number;
  /** Frames and unreadable stretches that were newly set aside: kept on the disk and tried again each minute. */
  setAside: number;
  /** Why something is left, if anything is. */
  problem: unknown;
};

type Options = {
  folder: string;
  sealer: Sealer;
  record: Pick<DeliveryRecord, "save">;
  saveMs: number;
  /** Whether a failure is the database's own, so that the next delivery would fail as well. */
  isAway(cause: unknown): boolean;
};

const atOnce = 64;

/**
 * Brings what waits in the spool into the database: every delivery exactly once, however often and by how many processes
 * this is done, since saving one again changes nothing. What cannot be opened or stored is set aside and holds up nobody;
 * only a database that is away ends the round.
 */
export async function drainSpool({ folder, ...options }: Options): Promise<DrainResult> {
  const result: DrainResult = { saved: 0, setAside: 0, problem: undefined };
  for await (const segment of readSegments(folder)) {
    const isAway = await drainSegment(segment, options, result).catch(async (problem: unknown) => {
      await segment.giveBack();
      result.problem = problem;
      return false;
    });
    if (isAway) break;
  }
  return result;
}

/** True when the database is away. */
async function drainSegment(segment: ReadSegment, options: Omit<Options, "folder">, result: DrainResult): Promise<boolean> {
  const { payloads, unreadable } = readFrames(await segment.read());
  const left: LeftBehind = { waiting: [], aside: [...unreadable] };
  if (unreadable.length > 0) result.problem = new Error("Part of a spool file cannot be read.");
  const savedBefore = result.saved;
  let isAway = false;
  // The first one alone shows whether the database is there.
  for (let at = 0, size = 1; at < payloads.length; at += size, size = atOnce) {
    const batch = payloads.slice(at, at + size);
    const outcomes = isAway ? batch.map(() => "waiting" as const) : await saveBatch(batch, options, result);
    for (const [index, payload] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === "waiting") isAway = true;
      if (outcome === "waiting" || outcome === "aside") left[outcome].push(toFrame(payload));
    }
  }
  if (!segment.isAside) result.setAside += left.aside.length;
  const isUnchanged = result.saved === savedBefore && (segment.isAside || left.aside.length === 0);
  // Where nothing was stored and nothing is newly set aside the file can stay as it is.
  if (isUnchanged && payloads.length + unreadable.length > 0) await segment.giveBack();
  else await segment.finish(left);
  return isAway;
}

type Outcome = "saved" | "waiting" | "aside";

/** Opens and saves each by itself: one that cannot be opened or stored takes nobody with it. */
async function saveBatch(batch: readonly Buffer[], options: Omit<Options, "folder">, result: DrainResult): Promise<Outcome[]> {
  const { sealer, record, saveMs, isAway } = options;
  const signal = AbortSignal.timeout(saveMs);
  return Promise.all(
    batch.map(async (sealed): Promise<Outcome> => {
      try {
        await record.save(openDelivery(sealer, sealed), { signal });
        result.saved++;
        return "saved";
      } catch (problem) {
        result.problem = problem;
        return signal.aborted || isAway(problem) ? "waiting" : "aside";
      }
    }),
  );
}

function openDelivery(sealer: Sealer, sealed: Buffer): Delivery {
  return fromSpooledBytes(sealer.open(sealed, spoolPlace));
}
