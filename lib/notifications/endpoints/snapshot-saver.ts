import type { EndpointSnapshot, SnapshotChanges, StoredEndpoint } from "./endpoint-directory.ts";

export type SnapshotSaver = { save(changes: SnapshotChanges): void; settled(): Promise<void> };

/** Saves one snapshot at a time and combines changes that arrive meanwhile. A failed save is ignored. */
export function createSnapshotSaver(snapshot: EndpointSnapshot | undefined, all: () => readonly StoredEndpoint[]): SnapshotSaver {
  let waiting: SnapshotChanges[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const changes = joinChanges(waiting);
      waiting = [];
      await snapshot?.save(changes, all).catch(() => {});
    }
    running = undefined;
  }

  return {
    save(changes) {
      waiting.push(changes);
      running ??= run();
    },
    settled: async () => running,
  };
}

function joinChanges(waiting: readonly SnapshotChanges[]): SnapshotChanges {
  const [only] = waiting;
  if (only && waiting.length === 1) return only;
  const endpoints = new Map<string, StoredEndpoint>();
  const removed = new Set<string>();
  for (const changes of waiting) {
    for (const id of changes.removed ?? []) {
      endpoints.delete(id);
      removed.add(id);
    }
    for (const endpoint of changes.endpoints) {
      removed.delete(endpoint.id);
      endpoints.set(endpoint.id, endpoint);
    }
  }
  const isAll = waiting.some((changes) => changes.removed === null);
  return { endpoints: [...endpoints.values()], removed: isAll ? null : [...removed] };
}
