import type { Clock } from "#lib/core/clock.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { putSetting } from "#lib/db/settings/settings.ts";

const goodForMs = 5_000;
const commitWithinMs = 2_000;

type Try = { atMs: number; isRunning: boolean; ready: Promise<boolean> };
const tries = new WeakMap<Store, Try>();

/**
 * True when a row could be committed within the last 5 s; at most one attempt in that time, and one at a time. An attempt that takes
 * longer than 2 s counts as failed.
 */
export function isStoreReady(store: Store, clock: Clock): Promise<boolean> {
  const known = tries.get(store);
  if (known && (known.isRunning || clock.monotonic() - known.atMs < goodForMs)) return known.ready;
  const commit = putSetting(store.db, "readiness", clock.now());
  const ready = withTimeout(commitWithinMs, commit).then(({ state }) => state === "done");
  const current: Try = { atMs: clock.monotonic(), isRunning: true, ready };
  tries.set(store, current);
  void Promise.allSettled([commit, ready]).then(async () => {
    current.isRunning = false;
    if (!(await ready)) tries.delete(store);
  });
  return ready;
}
