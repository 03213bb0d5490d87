import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { isUnsent, type RequestTrace } from "./request-trace.ts";

type Limits = {
  /** For the answer with its body; counted from the first byte sent where `writeWithinMs` is given, else from the start. */
  timeoutMs: number;
  /** How long a connection may be waited for. */
  writeWithinMs?: number | undefined;
};

/** Aborts a request that takes too long. What was not sent is aborted at once; an answer that has arrived is read first. */
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
 * A timer that fires says nothing while this process is behind: the answer may lie in the socket. Waits until the event
 * loop has gone round a few times without delay.
 */
async function untilInputIsRead(isOver: () => boolean): Promise<void> {
  let inTime = 0;
  for (let turn = 0; turn < turnsMax && inTime < turnsNeeded && !isOver(); turn++) {
    const startedMs = performance.now();
    await delay(turnMs);
    inTime = performance.now() - startedMs <= turnMs + lateMs ? inTime + 1 : 0;
  }
}
