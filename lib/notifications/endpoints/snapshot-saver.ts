import type { NotifyEndpoint } from "../ports.ts";

export type StoredEndpoint = Omit<NotifyEndpoint, "keys"> & {
  certificates: readonly StoredCertificate[];
};

/** Accepted until `endsAt`; null: no expiry. */
export type StoredCertificate = { id: string; label: string; fingerprint: string; publicKeyPem: string; endsAt?: Date | null };

/** `removed` is null when the whole snapshot is replaced. */
export type SnapshotChanges = { endpoints: readonly StoredEndpoint[]; removed: readonly string[] | null };

/** Saved endpoints for a process that starts while the database is away. */
export type EndpointSnapshot = {
  /** Undefined when there is no readable snapshot. */
  load(): Promise<readonly StoredEndpoint[] | undefined>;
  /** Normally writes only the changes; `all` is called from time to time and after a failure. */
  save(changes: SnapshotChanges, all: () => readonly StoredEndpoint[]): Promise<void>;
};

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
