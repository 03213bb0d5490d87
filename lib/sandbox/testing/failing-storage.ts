import { createMemoryStorage } from "../memory-storage.ts";
import type { SandboxStorage } from "../storage.ts";

/** A storage in memory whose next insert or update of this kind fails, as when a process is killed just before it. */
export function createFailingStorage(): SandboxStorage & { failNext(kind: string): void } {
  const storage = createMemoryStorage();
  let failing: string | undefined;
  return {
    ...storage,
    failNext(kind) {
      failing = kind;
    },
    insert: (record) => (isKilled(record.kind) ? rejected() : storage.insert(record)),
    update: (kind, key, change) => (isKilled(kind) ? rejected() : storage.update(kind, key, change)),
  };

  function isKilled(kind: string): boolean {
    if (kind !== failing) return false;
    failing = undefined;
    return true;
  }
}

function rejected(): Promise<never> {
  return Promise.reject(new Error("killed"));
}
