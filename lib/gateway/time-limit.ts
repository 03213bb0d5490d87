import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { isUnsent, type RequestTrace } from "./request-trace.ts";

type Limits = {
  /** For the response with its body; starts with the first byte sent where `writeWithinMs` is set, else at the start. */
  timeoutMs: number;
  /** Time limit for connecting. */
  writeWithinMs?: number | undefined;
};

/** Aborts a slow request. An unsent request is aborted at once; a response that has arrived is read first. */
export function startTimeLimit(trace: RequestTrace, { timeoutMs, writeWithinMs }: Limits): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  let timer: NodeJS.Timeout;
  const expire = async () => {
    if (!isUnsent(trace)) await untilInputIsRead(() => isOver);
    if (!isOver) controller.abort();
  };
  const startTimer = (ms: number, onEnd: () => unknown) => {
    clearTimeout(timer);
    timer = setTimeout(onEnd, ms);
  };
  if (writeWithinMs === undefined || writeWithinMs >= timeoutMs) startTimer(timeoutMs, expire);
  else startTimer(writeWithinMs, () => (isUnsent(trace) ? expire() : startTimer(timeoutMs - writeWithinMs, expire)));
  trace.onWritten = () => {
    if (writeWithinMs !== undefined && !isOver) startTimer(timeoutMs, expire);
  };
  return {
    signal: controller.signal,
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

export type TimeLimit = { signal: AbortSignal; end: () => void };

const turnMs = 10;
const lateMs = 25;
const turnsNeeded = 3;
const turnsMax = 200;

/**
 * A timer may fire only because this process is delayed, with the response already in the socket. Waits until the event loop
 * has run a few turns without delay.
 */
async function untilInputIsRead(isOver: () => boolean): Promise<void> {
  let inTime = 0;
  for (let turn = 0; turn < turnsMax && inTime < turnsNeeded && !isOver(); turn++) {
    const startedMs = performance.now();
    await delay(turnMs);
    inTime = performance.now() - startedMs <= turnMs + lateMs ? inTime + 1 : 0;
  }
}
