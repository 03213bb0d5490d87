import { isActingMethod } from "../verification/accepted-names.ts";
import { type NotifyAnswer, onPurposeAnswers } from "./responses.ts";
import type { VerifiedDelivery } from "./to-delivery.ts";

/** `error`: 500 at once; `late`: the same after `holdMs`; `silent`: the connection closes after that without an answer. */
export type Fault = { kind: keyof typeof onPurposeAnswers; holdMs: number };

/** Whether this delivery fails on purpose. */
export type TakeFault = (delivery: VerifiedDelivery) => Promise<Fault | undefined>;

type Planned = { answer: NotifyAnswer; held: () => Promise<void> };

/**
 * What a genuine payment notification is answered with instead of OK, and how long that is held back; undefined for all
 * others: a Rollback shall arrive.
 */
export async function planFault(takeFault: TakeFault | undefined, delivery: VerifiedDelivery): Promise<Planned | undefined> {
  const { verification, event } = delivery;
  const isPayment = isActingMethod(event.method) && event.method !== "IPCPurchaseRollback";
  if (!takeFault || verification.verdict !== "valid" || !isPayment) return undefined;
  const fault = await takeFault(delivery).catch(() => undefined);
  if (!fault) return undefined;
  const { kind, holdMs } = fault;
  return { answer: onPurposeAnswers[kind], held: () => (kind === "error" ? Promise.resolve() : wait(holdMs)) };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
