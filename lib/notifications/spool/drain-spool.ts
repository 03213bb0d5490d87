import pLimit from "p-limit";
import type { Delivery, DeliveryRecord } from "../ports.ts";
import { readFrames, toFrame } from "./frame.ts";
import { type Sealer, spoolPlace } from "./spool.ts";
import { type LeftBehind, type ReadSegment, readSegments } from "./spool-folder.ts";
import { fromSpooledBytes } from "./spooled-delivery.ts";

export type DrainResult = {
  saved: number;
  /** Frames and unreadable bytes that were newly set aside: they stay on disk and are retried each minute. */
  setAside: number;
  /** Why deliveries remain in the spool, if any do. */
  problem: unknown;
};

type Options = {
  folder: string;
  sealer: Sealer;
  record: Pick<DeliveryRecord, "save">;
  saveMs: number;
  /** Whether the database itself failed, so that the next delivery would fail as well. */
  isAway(cause: unknown): boolean;
  /** Whether the sender of a delivery was told that it is not stored: it is removed. */
  isGivenUp?: (deliveryId: string) => boolean;
  /** Aborted when the process stops: what is not saved by then stays in the spool. */
  stop?: AbortSignal | undefined;
};

/** Several groups of a commit (lib/db/deliveries), so that one is prepared while another is written. */
const atOnce = 256;

/**
 * Moves spooled deliveries into the database: every delivery exactly once, however often and by however many processes
 * this runs, since saving is idempotent. A delivery that cannot be decrypted or stored is set aside and does not block others;
 * only an unreachable database, or a process that stops, ends the round.
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

/** True when the database is away, or the process stops. */
async function drainSegment(segment: ReadSegment, options: Omit<Options, "folder">, result: DrainResult): Promise<boolean> {
  const { payloads, unreadable } = readFrames(await segment.read());
  if (unreadable.length > 0) result.problem = new Error("Part of a spool file cannot be read.");
  const outcomes = await saveAll(payloads, options, result);
  const left: LeftBehind = { waiting: [], aside: [...unreadable] };
  for (const [index, payload] of payloads.entries()) {
    const outcome = outcomes[index];
    if (outcome === "waiting" || outcome === "aside") left[outcome].push(toFrame(payload));
  }
  if (!segment.isAside) result.setAside += left.aside.length;
  const isUnchanged =
    !outcomes.some((outcome) => outcome === "saved" || outcome === "removed") && (segment.isAside || left.aside.length === 0);
  // If nothing was stored or newly set aside, the file can stay as it is.
  if (isUnchanged && payloads.length + unreadable.length > 0) await segment.giveBack();
  else await segment.finish(left);
  return left.waiting.length > 0 || (options.stop?.aborted ?? false);
}

type Outcome = "saved" | "removed" | "waiting" | "aside";

/** Saves all of them unless the database turns out to be away, or the process stops; the rest waits then. */
async function saveAll(
  payloads: readonly Buffer[],
  options: Omit<Options, "folder">,
  result: DrainResult,
): Promise<readonly Outcome[]> {
  let isOver = false;
  const turns: Turns = new Map();
  const saveNext = async (payload: Buffer): Promise<Outcome> => {
    isOver ||= options.stop?.aborted ?? false;
    const outcome = isOver ? "waiting" : await saveInTurn(payload, { options, result, turns });
    isOver ||= outcome === "waiting";
    return outcome;
  };
  const [first, ...rest] = payloads;
  if (!first) return [];
  // The first delivery alone shows whether the database is reachable.
  const outcome = await saveNext(first);
  // The next one starts as soon as one has ended, so that the database never waits for a whole batch to be decrypted.
  return [outcome, ...(await pLimit(atOnce).map(rest, saveNext))];
}

/** The newest message of each order so far. */
type Turns = Map<string, Promise<Outcome>>;

/**
 * Decrypts and saves each delivery separately, so that one failure does not affect the others; but those of one order one
 * after another, so that they keep their order on the way to the shop.
 */
async function saveInTurn(
  sealed: Buffer,
  { options, result, turns }: { options: Omit<Options, "folder">; result: DrainResult; turns: Turns },
): Promise<Outcome> {
  let delivery: Delivery;
  try {
    delivery = openDelivery(options.sealer, sealed);
  } catch (problem) {
    result.problem = problem;
    return options.isAway(problem) ? "waiting" : "aside";
  }
  const order = `${delivery.endpoint.id} ${delivery.event.orderId ?? delivery.id}`;
  const earlier = turns.get(order) ?? Promise.resolve("saved" as const);
  const outcome = earlier.then((its) => (its === "waiting" ? its : saveOne(delivery, options, result)));
  turns.set(order, outcome);
  return outcome;
}

async function saveOne(delivery: Delivery, options: Omit<Options, "folder">, result: DrainResult): Promise<Outcome> {
  const { record, saveMs, isAway, isGivenUp } = options;
  if (isGivenUp?.(delivery.id)) return "removed";
  const signal = AbortSignal.timeout(saveMs);
  try {
    await record.save(delivery, { signal });
    result.saved++;
    return "saved";
  } catch (problem) {
    result.problem = problem;
    return signal.aborted || isAway(problem) ? "waiting" : "aside";
  }
}

function openDelivery(sealer: Sealer, sealed: Buffer): Delivery {
  return fromSpooledBytes(sealer.open(sealed, spoolPlace));
}
