import type pg from "pg";

export const liveChannel = "counterfoil_live";

const restMs = 50;
const notices = new WeakMap<pg.Pool, () => void>();

/**
 * Wakes the listeners of live events after a commit, at most once per interval. Not inside the transaction, where
 * NOTIFY would serialise all commits. Listeners poll as well, so a lost notification only causes a delay.
 */
export function wakeLive(pool: pg.Pool): void {
  const wake = notices.get(pool) ?? createLiveNotice(pool);
  notices.set(pool, wake);
  wake();
}

function createLiveNotice(pool: pg.Pool): () => void {
  let isResting = false;
  let isWanted = false;

  async function notify(): Promise<void> {
    isResting = true;
    isWanted = false;
    await pool.query("select pg_notify($1, '')", [liveChannel]).catch(() => {});
    setTimeout(() => {
      isResting = false;
      if (isWanted) void notify();
    }, restMs).unref();
  }

  return () => {
    if (isResting) isWanted = true;
    else void notify();
  };
}
