import { and, eq, inArray } from "drizzle-orm";
import { unavailableAnswer } from "#lib/notifications/receive/responses.ts";
import { isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { commitNothing } from "../connection/client-transaction.ts";
import type { Database } from "../connection/open-store.ts";
import { recordLive } from "../events/events.ts";
import { forward } from "../schema/forward.ts";
import { delivery } from "../schema/notification.ts";
import { queueDeliveries } from "./delivery-queue.ts";
import { okStatus } from "./delivery-writes.ts";

const againMs = 2_000;
/** Ten minutes of a database that is away. */
const roundsMax = 300;
/** One finds the commit that was in progress; another, what a drain of the spool had read by then. */
const roundsNeeded = 2;
/** So that an outage without a spool costs no memory without end. */
const waitingMax = 10_000;

type Rounds = { tried: number; done: number };

/**
 * Corrects, in the background, the answer of deliveries that were answered 503 and are stored all the same: by a commit that
 * was in progress, or by a drain that had read them. Payments among them count as not answered OK, and go to no shop.
 */
export function createWithdrawals(db: Database): (deliveryId: string) => void {
  const waiting = new Map<string, Rounds>();

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      const ids = [...waiting.keys()];
      const isDone = await correctAnswers(db, ids).then(
        () => true,
        () => false,
      );
      for (const id of ids) countRound(id, isDone);
      if (waiting.size > 0) await wait(againMs);
    }
  }

  function countRound(id: string, isDone: boolean): void {
    const { tried, done } = waiting.get(id) ?? { tried: 0, done: 0 };
    const rounds = { tried: tried + 1, done: done + Number(isDone) };
    if (rounds.done >= roundsNeeded || rounds.tried >= roundsMax) waiting.delete(id);
    else waiting.set(id, rounds);
  }

  return (id) => {
    if (waiting.size >= waitingMax) return;
    waiting.set(id, { tried: 0, done: 0 });
    if (waiting.size === 1) void work();
  };
}

/** Only of their first save: what came again since has its own answer. */
async function correctAnswers(db: Database, ids: readonly string[]): Promise<void> {
  await commitNothing(db);
  const { id, environment, merchantId, method } = delivery;
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(delivery)
      .set({ answerStatus: unavailableAnswer.status, answerBody: unavailableAnswer.body })
      .where(and(inArray(id, [...ids]), eq(delivery.answerStatus, okStatus), eq(delivery.seen, 1)))
      .returning({ id, environment, merchantId, method });
    if (changed.length === 0) return;
    const isUnsent = and(eq(forward.state, "pending"), eq(forward.attempts, 0));
    const changedIds = changed.map((row) => row.id);
    await tx.delete(forward).where(and(inArray(forward.deliveryId, changedIds), isUnsent));
    await queueDeliveries(
      tx,
      changed.filter((row) => isActingMethod(row.method)),
      { acts: true },
    );
    for (const row of changed) {
      const data = { id: row.id, method: row.method, verdict: "valid" };
      await recordLive(tx, { environment: row.environment, merchantId: row.merchantId, type: "notification", data });
    }
  });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
