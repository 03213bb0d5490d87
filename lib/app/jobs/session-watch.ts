import type { Store } from "#lib/db/connection/open-store.ts";
import { findLiveSessionHashes } from "#lib/db/staff/staff-sessions.ts";
import type { Log } from "#lib/services/log.ts";
import { sessionIdleMs } from "#lib/services/session/session-id.ts";

export type SessionWatch = { watch(idHash: string, onEnded: () => void): () => void; close(): void };

/**
 * Notifies when a watched staff session is no longer valid. One query for all sessions each `everyMs`, none while
 * no session is watched. While the database is away no session is ended.
 */
export function createSessionWatch({ store, log, everyMs }: { store: Store; log: Log; everyMs: number }): SessionWatch {
  const watchers = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const asked = [...watchers.keys()];
    try {
      const good = await findLiveSessionHashes(store.db, { idHashes: asked, idleMs: sessionIdleMs });
      for (const idHash of asked) {
        if (good.has(idHash)) continue;
        for (const onEnded of [...(watchers.get(idHash) ?? [])]) onEnded();
      }
    } catch (cause) {
      log.warn({ cause }, "Open streams' sessions could not be checked.");
    }
    timer = undefined;
    schedule();
  };
  const schedule = () => {
    if (timer === undefined && watchers.size > 0) timer = setTimeout(check, everyMs).unref();
  };

  return {
    watch: (idHash, onEnded) => {
      const own = watchers.get(idHash) ?? new Set();
      watchers.set(idHash, own.add(onEnded));
      schedule();
      return () => {
        own.delete(onEnded);
        if (own.size === 0 && watchers.get(idHash) === own) watchers.delete(idHash);
      };
    },
    close: () => {
      clearTimeout(timer);
      timer = undefined;
      watchers.clear();
    },
  };
}
