import type { Clock } from "#lib/core/clock.ts";
import { type NotifyAnswer, shopRefusedAnswer, unavailableAnswer, verdictAnswer } from "./answers.ts";
import { createDroppedCounter } from "./dropped-counter.ts";
import { isGenuineRefused } from "./genuine-refused.ts";
import type { AskShop, Delivery, DeliveryRecord } from "./ports.ts";
import { askForWord, isForShop } from "./shop-word.ts";
import type { Spool } from "./spool/spool.ts";
import { type StoredIn, type StoreLimits, storeInTime } from "./store-in-time.ts";
import type { JudgedDelivery } from "./to-delivery.ts";
import { createTokenBuckets } from "./token-bucket.ts";
import type { Verdict } from "./verdict.ts";

/** What became of a judged delivery; the answer is the sender's. */
export type Kept = { answer: NotifyAnswer; verdict: Verdict; deliveryId?: string; storedIn?: StoredIn; problem?: unknown };

export type KeeperOptions = {
  record: DeliveryRecord;
  spool: Pick<Spool, "add"> | undefined;
  onStored: ((delivery: Delivery) => void) | undefined;
  askShop: AskShop | undefined;
  clock: Clock;
  limits: StoreLimits & { shopMs: number };
};

const quarantineRate = { perSecond: 20, burst: 100 };

/**
 * Valid deliveries are durable before they are answered; genuine ones that our rules refused are kept as surely, and other
 * unverified ones go into a bounded quarantine, or are counted.
 */
export function createKeeper({ record, spool, onStored, askShop, clock, limits }: KeeperOptions) {
  const quarantine = createTokenBuckets({ ...quarantineRate, clock });
  const dropped = createDroppedCounter(record);

  async function store(delivery: Delivery): Promise<StoredIn> {
    const isValid = delivery.judgement.verdict === "valid";
    const mayWait = isValid || isGenuineRefused(delivery);
    const storedIn = await storeInTime(delivery, { record, spool: mayWait ? spool : undefined, limits });
    if (isValid && storedIn === "database") onStored?.(delivery);
    return storedIn;
  }

  return async (judged: JudgedDelivery, startedAt: number): Promise<Kept> => {
    const { verdict } = judged.judgement;
    const answer = isForShop(judged) ? shopRefusedAnswer : verdictAnswer(judged.judgement);
    if (verdict !== "valid" && !isGenuineRefused(judged) && !quarantine.take(judged.endpoint.id)) {
      dropped.add(judged.endpoint.id);
      return { answer, verdict };
    }
    const ms = clock.monotonic() - startedAt;
    const delivery = { ...judged, answer: { status: answer.status, body: answer.body, ms } };
    try {
      const kept = { verdict, deliveryId: delivery.id, storedIn: await store(delivery) };
      if (!isForShop(judged)) return { ...kept, answer };
      return { ...kept, answer: await askForWord(delivery, { askShop, keepAgain: store, clock, shopMs: limits.shopMs }) };
    } catch (problem) {
      return { answer: verdict === "valid" ? unavailableAnswer : answer, verdict, problem };
    }
  };
}
