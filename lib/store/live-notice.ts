import type pg from "pg";
import { liveChannel } from "./live.ts";

const restMs = 50;

/**
 * Wakes the listeners of live events after a commit: never inside it, where notices would make commits queue up behind
 * each other, and at most once in a while. One that is lost is made up for by the listeners' own polling.
 */
export function createLiveNotice(pool: pg.Pool): { wake(): void } {
  let isResting = false;
  let isWanted = false;

  async function tell(): Promise<void> {
    isResting = true;
    isWanted = false;
    await pool.query("select pg_notify($1, '')", [liveChannel]).catch(() => {});
    setTimeout(() => {
      isResting = false;
      if (isWanted) void tell();
    }, restMs).unref();
  }

  return {
    wake() {
      if (isResting) isWanted = true;
      else void tell();
    },
  };
}
