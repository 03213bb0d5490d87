import type { Clock } from "../core/clock.ts";
import type { Store } from "../store/open-store.ts";
import { putSetting } from "../store/settings.ts";

const goodForMs = 5_000;
const answers = new WeakMap<Store, { atMs: number; ready: Promise<boolean> }>();

/** True when a row could be committed within the last 5 s (security.md); at most one try in that time. */
export function isStoreReady(store: Store, clock: Clock): Promise<boolean> {
  const known = answers.get(store);
  if (known && clock.monotonic() - known.atMs < goodForMs) return known.ready;
  const ready = putSetting(store.db, "readiness", clock.now()).then(
    () => true,
    () => {
      answers.delete(store);
      return false;
    },
  );
  answers.set(store, { atMs: clock.monotonic(), ready });
  return ready;
}
