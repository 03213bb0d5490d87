/** Time as an argument. `now` is wall time in ms since 1970; `monotonic` never goes back and has no epoch. */
export type Clock = { now(): number; monotonic(): number };

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A clock that moves only when a test advances it. */
export function fixedClock(startMs = Date.UTC(2026, 2, 4, 11, 20, 5)): Clock & { advance(ms: number): void } {
  let at = startMs;
  return {
    now: () => at,
    monotonic: () => at - startMs,
    advance: (ms) => {
      at += ms;
    },
  };
}
