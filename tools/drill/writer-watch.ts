import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { database } from "./failover-stage.ts";
import { tryWrite } from "./markers.ts";
import type { PatroniNode, Promotion } from "./patroni-node.ts";

/** Writes on every server at once, from inside its machine, as a process there does which knows of no other server. */
export type WriterWatch = {
  /** A server became the primary. */
  note(promotion: Promotion): void;
  stop(): Promise<void>;
  counts(left: readonly string[]): WriterCounts;
};

type WriterCounts = {
  /** Tried at a server while the other one was the primary, and how many of these it acknowledged. */
  tried: number;
  accepted: number;
  /** Rows of these in the end. */
  left: number;
  /** Acknowledged by the primary, and how many of these are not there in the end. */
  written: number;
  lost: number;
};

type Attempt = { name: string; node: PatroniNode; startedMs: number; isAccepted: boolean };

const everyMs = 250;

export function watchWriters(nodes: readonly PatroniNode[], first: PatroniNode): WriterWatch {
  const attempts: Attempt[] = [];
  const promotions: Promotion[] = [{ node: first, afterMs: 0, seenMs: 0 }];
  let isOver = false;

  async function writeOnce(node: PatroniNode, client: pg.Client): Promise<boolean> {
    const startedMs = performance.now();
    const name = `${node.name} ${attempts.length}`;
    const attempt = { name, node, startedMs, isAccepted: false };
    attempts.push(attempt);
    attempt.isAccepted = await tryWrite(client, name);
    return attempt.isAccepted;
  }

  /** A connection whose write is refused or hangs is left, so that it cannot hide what the next one would meet. */
  async function keepWriting(node: PatroniNode): Promise<void> {
    let client: pg.Client | undefined;
    for (; !isOver; await wait(everyMs)) {
      client ??= await node.connectInside(database).catch(() => undefined);
      if (!client || (await writeOnce(node, client))) continue;
      leave(client);
      client = undefined;
    }
    if (client) leave(client);
  }

  const writing = Promise.all(nodes.map(keepWriting));
  /** Undefined in the moments in which a promotion was under way. */
  const primaryAt = (ms: number) => {
    if (promotions.some(({ afterMs, seenMs }) => ms >= afterMs && ms <= seenMs)) return undefined;
    return promotions.findLast(({ seenMs }) => ms > seenMs)?.node;
  };
  return {
    note: (promotion) => void promotions.push(promotion),
    async stop() {
      isOver = true;
      await writing;
    },
    counts(left) {
      const there = new Set(left);
      const isOther = ({ node, startedMs }: Attempt) => {
        const primary = primaryAt(startedMs);
        return primary !== undefined && primary !== node;
      };
      const tried = attempts.filter(isOther);
      const written = attempts.filter(({ isAccepted }) => isAccepted);
      return {
        tried: tried.length,
        accepted: tried.filter(({ isAccepted }) => isAccepted).length,
        left: tried.filter(({ name }) => there.has(name)).length,
        written: written.length,
        lost: written.filter(({ name }) => !there.has(name)).length,
      };
    },
  };
}

/** At once: the server may hang. */
function leave(client: pg.Client): void {
  void client.end().catch(() => {});
}
