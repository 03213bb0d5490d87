import { createMemoryStorage } from "../memory-storage.ts";
import type { SandboxStorage } from "../storage.ts";

/** A storage in memory whose next insert of this kind fails, as when a process is killed just before it. */
export function createFailingStorage(): SandboxStorage & { failNext(kind: string): void } {
  const storage = createMemoryStorage();
  let failing: string | undefined;
  return {
    ...storage,
    failNext(kind) {
      failing = kind;
    },
    insert(record) {
      if (record.kind !== failing) return storage.insert(record);
      failing = undefined;
      return Promise.reject(new Error("killed"));
    },
  };
}
