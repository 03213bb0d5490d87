import type { ForwardMode, ForwardVerdict, ShopTry } from "./ports.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const pausesMs = [
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  40 * minute,
  hour,
  2 * hour,
  4 * hour,
];
const longestMs = 6 * hour;
const jitter = 0.1;

/** How long a delivery is retried before it becomes a dead letter. */
export const giveUpAfterMs = 72 * hour;

type Tried = {
  mode: ForwardMode;
  method: string | null;
  /** Includes this attempt. */
  attempts: number;
  queuedAt: Date;
  /** 0 to 1. */
  random: number;
};

/**
 * Decides what follows an attempt. The last attempt is three days after the first was due. Under `shop answers` only a Rollback is
 * retried: the gateway received the refusal and reverses the payment, so a later notification of
 * the payment would make the shop send goods that are not paid.
 */
export function decideRetry({ mode, method, attempts, queuedAt, random }: Tried, { at, problem }: ShopTry): ForwardVerdict {
  if (problem === null) return { state: "delivered" };
  if (mode === "shop_answers" && method !== "IPCPurchaseRollback") return { state: "refused" };
  const endsMs = queuedAt.getTime() + giveUpAfterMs;
  if (at.getTime() >= endsMs) return { state: "dead" };
  const pauseMs = (pausesMs[attempts - 1] ?? longestMs) * (1 + jitter * (2 * random - 1));
  return { state: "pending", dueAt: new Date(Math.min(at.getTime() + pauseMs, endsMs)) };
}
