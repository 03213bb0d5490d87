import type { Clock } from "#lib/core/clock.ts";
import type { EndpointDirectory, NotifyEndpoint } from "../ports.ts";
import { createTokenBuckets } from "../receive/token-bucket.ts";
import { readPublicKey } from "../verification/certificate.ts";
import type { VerifyKey } from "../verification/signature.ts";
import {
  createSnapshotSaver,
  type EndpointSnapshot,
  type SnapshotChanges,
  type StoredCertificate,
  type StoredEndpoint,
} from "./snapshot-saver.ts";

/** The result of one read. `removed` is null after a full read: then every endpoint not in `endpoints` was removed. */
export type EndpointChanges = SnapshotChanges & { cursor: string };

/** The endpoints as stored; both throw when the database is away. */
export type EndpointSource = {
  /** At least all changes since the read that returned this cursor; null reads everything. */
  readChanges(since: string | null): Promise<EndpointChanges>;
  findOne(id: string): Promise<StoredEndpoint | undefined>;
};

export type EndpointDirectoryOptions = { source: EndpointSource; clock: Clock; snapshot?: EndpointSnapshot | undefined };

const freshMs = 1_000;
const refreshWaitMs = 500;
const readMs = 1_500;
/** Limits lookups of ids that are not in memory: enough for new endpoints, too few for guessed ids to load the database. */
const missRate = { perSecond: 20, burst: 100 };

/**
 * Caches all endpoints and their keys, so that deliveries can be verified while the database is away. A change by any
 * process is seen within about a second, and only changes are read; a newly created endpoint is found at once.
 */
export function createEndpointDirectory({ source, clock, snapshot }: EndpointDirectoryOptions): EndpointDirectory & {
  /** Reads the changes; throws when the database is away. */
  refresh(): Promise<void>;
  /** Fills the cache and refreshes it regularly; uses the snapshot while the database is away. */
  start(): void;
  /** Whether all endpoints have been read once, from the database or from the snapshot. */
  isLoaded(): boolean;
  stop(): Promise<void>;
} {
  const endpoints = new Map<string, StoredEndpoint>();
  const toEndpoint = createVerifiers(clock);
  let cursor: string | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let readings = 0;
  let isCurrent = false;
  let running: Promise<void> | undefined;
  let stopRefreshing = () => {};
  const misses = createTokenBuckets({ ...missRate, clock });
  const saver = createSnapshotSaver(snapshot, () => [...endpoints.values()]);

  async function readChanges(): Promise<void> {
    try {
      const changes = await source.readChanges(cursor);
      applyChanges(endpoints, changes);
      cursor = changes.cursor;
      readings++;
      isCurrent = true;
      if (changes.removed === null || changes.endpoints.length + changes.removed.length > 0) saver.save(changes);
    } catch (cause) {
      isCurrent = false;
      throw cause;
    } finally {
      running = undefined;
    }
  }

  function refresh(): Promise<void> {
    triedAt = clock.monotonic();
    running ??= readChanges();
    return running;
  }

  async function refreshWhenOld(): Promise<void> {
    if (clock.monotonic() - triedAt < freshMs) return;
    await Promise.race([refresh().catch(() => {}), waitUnreferenced(refreshWaitMs)]);
  }

  async function readOne(id: string): Promise<NotifyEndpoint | undefined> {
    const before = readings;
    const stored = await source.findOne(id);
    // A refresh that finished meanwhile may be newer, and would not read this endpoint again.
    if (stored && readings === before) endpoints.set(id, stored);
    return stored && toEndpoint(stored);
  }

  let loading: Promise<void> | undefined;
  let hasSnapshot = false;
  /** Never replaces what was read from the database. */
  const fillFrom = (stored: readonly StoredEndpoint[] | undefined) => {
    if (cursor === null && stored)
      applyChanges(endpoints, { endpoints: stored.filter(({ id }) => !endpoints.has(id)), removed: [] });
    hasSnapshot = stored !== undefined;
  };

  return {
    refresh,
    start() {
      stopRefreshing = repeatEvery(freshMs, () => refresh().catch(() => {}));
      loading ??= snapshot
        ?.load()
        .then(fillFrom)
        .catch(() => {});
      void refresh().catch(() => {});
    },
    isLoaded: () => cursor !== null || hasSnapshot,
    async stop() {
      stopRefreshing();
      await running?.catch(() => {});
      await saver.settled();
    },
    async find(id) {
      await refreshWhenOld();
      if (cursor === null) await loading;
      const known = endpoints.get(id);
      if (known) return toEndpoint(known);
      return isCurrent && !misses.take("unknown") ? undefined : inTime(readOne(id));
    },
    findFresh: async (id) => (misses.take(id) ? inTime(readOne(id)).catch(() => undefined) : undefined),
  };
}

function applyChanges(endpoints: Map<string, StoredEndpoint>, changes: SnapshotChanges): void {
  if (changes.removed === null) endpoints.clear();
  for (const id of changes.removed ?? []) endpoints.delete(id);
  for (const endpoint of changes.endpoints) endpoints.set(endpoint.id, endpoint);
}

/** Keys are parsed on first use: parsing those of ten thousand endpoints at once would block every response. */
function createVerifiers(clock: Clock): (stored: StoredEndpoint) => NotifyEndpoint {
  const verifiers = new WeakMap<StoredEndpoint, readonly VerifyKey[]>();
  return (stored) => {
    const { certificates, ...endpoint } = stored;
    const all = verifiers.get(stored) ?? certificates.map(toVerifyKey);
    verifiers.set(stored, all);
    const now = clock.now();
    return { ...endpoint, keys: all.filter((_, index) => !hasEnded(certificates[index]?.endsAt, now)) };
  };
}

function toVerifyKey({ id, label, fingerprint, publicKeyPem }: StoredCertificate): VerifyKey {
  return { id, label, fingerprint, publicKey: readPublicKey(publicKeyPem) };
}

function hasEnded(endsAt: Date | null | undefined, now: number): boolean {
  return endsAt !== null && endsAt !== undefined && endsAt.getTime() <= now;
}

/** Stops waiting for a database that hangs, so that the sender gets a response in time. */
async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, readMs, new Error("The endpoints could not be read in time."));
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the work again `ms` after it has ended, until the returned function is called; keeps no process alive. */
function repeatEvery(ms: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(async () => {
      await work();
      if (timer !== undefined) schedule();
    }, ms).unref();
  };
  schedule();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

function waitUnreferenced(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
