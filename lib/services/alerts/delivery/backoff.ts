import type { SendOutcome } from "./ports.ts";

const minute = 60_000;
const pausesMs = [1, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minute);
const longestMs = 360 * minute;
/** What is older is told by a new message, while it is still true. */
const giveUpAfterMs = 24 * 60 * minute;

type Tried = { attempts: number; queuedAt: Date };

/** Whether a message is not worth sending any more. */
export function isTooOld({ queuedAt }: Pick<Tried, "queuedAt">, at: Date): boolean {
  return at.getTime() >= queuedAt.getTime() + giveUpAfterMs;
}

/** What follows an attempt; `attempts` includes it. */
export function decideNext({ attempts, queuedAt }: Tried, { problem, isFinal = false }: SendOutcome, at: Date) {
  if (problem === null) return { state: "sent" } as const;
  const dueAt = new Date(at.getTime() + (pausesMs[attempts - 1] ?? longestMs));
  if (isFinal) return { state: "failed" } as const;
  if (isTooOld({ queuedAt }, dueAt)) return { state: "dropped" } as const;
  return { state: "pending", dueAt } as const;
}
