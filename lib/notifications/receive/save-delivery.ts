import type { Clock } from "#lib/core/clock.ts";
import { isForShop, waitForShopResponse } from "../forwarding/shop-response.ts";
import type { AskShop, Delivery, DeliveryRecord } from "../ports.ts";
import type { Spool } from "../spool/spool.ts";
import { isGenuineRefused } from "../verification/genuine-refused.ts";
import type { Verdict } from "../verification/verify.ts";
import { createDroppedCounter } from "./dropped-counter.ts";
import { planFault, type TakeFault } from "./fail-on-purpose.ts";
import { type NotifyAnswer, shopRefusedAnswer, unavailableAnswer, verdictAnswer } from "./responses.ts";
import { type StoredIn, type StoreLimits, storeInTime } from "./store-in-time.ts";
import type { VerifiedDelivery } from "./to-delivery.ts";
import { createTokenBuckets } from "./token-bucket.ts";

/** The result for a verified delivery; `answer` is the response to the sender. */
export type Kept = { answer: NotifyAnswer; verdict: Verdict; deliveryId?: string; storedIn?: StoredIn; problem?: unknown };

/** Where acknowledged deliveries are also kept, for a restore. Neither rejects nor throws. */
export type DeliveryJournal = {
  /** Resolves when it is on disk, or can be waited for no longer. */
  add(delivery: Delivery): Promise<void>;
  /** It was stored nowhere else, so it is not acknowledged. */
  withdraw(deliveryId: string): void;
};

export type KeeperOptions = {
  record: DeliveryRecord;
  spool: Pick<Spool, "add"> | undefined;
  onStored: ((delivery: Delivery) => void) | undefined;
  askShop: AskShop | undefined;
  journal?: DeliveryJournal | undefined;
  /** In the sandbox only. */
  takeFault?: TakeFault | undefined;
  clock: Clock;
  limits: StoreLimits & { shopMs: number };
};

const unverifiedQuotaRate = { perSecond: 20, burst: 100 };

/**
 * Valid deliveries are durable before the response; so are genuine ones that our rules rejected. Other
 * unverified ones are stored within a quota, or only counted.
 */
export function createKeeper({ record, spool, onStored, askShop, journal, takeFault, clock, limits }: KeeperOptions) {
  const unverifiedQuota = createTokenBuckets({ ...unverifiedQuotaRate, clock });
  const dropped = createDroppedCounter(record);

  async function store(delivery: Delivery): Promise<StoredIn> {
    const isValid = delivery.verification.verdict === "valid";
    const mayWait = isValid || isGenuineRefused(delivery);
    const journaled = isValid ? journal?.add(delivery) : undefined;
    const storedIn = await storeInTime(delivery, { record, spool: mayWait ? spool : undefined, limits }).catch((cause) => {
      if (journaled) journal?.withdraw(delivery.id);
      throw cause;
    });
    await journaled;
    if (isValid && storedIn === "database") onStored?.(delivery);
    return storedIn;
  }

  return async (received: VerifiedDelivery, startedAt: number): Promise<Kept> => {
    const fault = await planFault(takeFault, received);
    // What is not answered OK goes to no shop.
    const verified = fault ? { ...received, endpoint: { ...received.endpoint, forward: null } } : received;
    const { verdict } = verified.verification;
    const answer = fault?.answer ?? (isForShop(verified) ? shopRefusedAnswer : verdictAnswer(verified.verification));
    if (verdict !== "valid" && !isGenuineRefused(verified) && !unverifiedQuota.take(verified.endpoint.id)) {
      dropped.add(verified.endpoint.id);
      return { answer, verdict };
    }
    const ms = clock.monotonic() - startedAt;
    const delivery = { ...verified, answer: { status: answer.status, body: answer.body, ms } };
    try {
      const kept = { verdict, deliveryId: delivery.id, storedIn: await store(delivery) };
      await fault?.held();
      if (!isForShop(verified)) return { ...kept, answer };
      return {
        ...kept,
        answer: await waitForShopResponse(delivery, { askShop, saveAgain: store, clock, shopMs: limits.shopMs }),
      };
    } catch (problem) {
      return { answer: verdict === "valid" ? unavailableAnswer : answer, verdict, problem };
    }
  };
}
