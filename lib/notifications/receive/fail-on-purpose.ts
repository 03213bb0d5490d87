import type { ReceiverFaultKind } from "#lib/core/sandbox.ts";
import { isActingMethod } from "../verification/accepted-names.ts";
import { type NotifyAnswer, onPurposeAnswers } from "./responses.ts";
import type { VerifiedDelivery } from "./to-delivery.ts";

/** `late` and `silent` end after `holdMs`. */
export type Fault = { kind: ReceiverFaultKind; holdMs: number };

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
