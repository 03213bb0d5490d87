import type { KeyObject } from "node:crypto";
import type { Clock } from "#lib/core/clock.ts";
import { readPublicKey } from "./certificate.ts";
import type { EndpointDirectory, NotifyEndpoint } from "./ports.ts";
import type { VerifyKey } from "./signature.ts";
import { createTokenBuckets } from "./token-bucket.ts";

export type StoredEndpoint = Omit<NotifyEndpoint, "keys"> & {
  certificates: readonly StoredCertificate[];
};

/** Not accepted from `endsAt` on; null: for ever. */
type StoredCertificate = { id: string; label: string; fingerprint: string; publicKeyPem: string; endsAt?: Date | null };

/** The endpoints as stored; both throw when the database is away. */
export type EndpointSource = {
  listAll(): Promise<StoredEndpoint[]>;
  findOne(id: string): Promise<StoredEndpoint | undefined>;
};

type HeldEndpoint = Omit<NotifyEndpoint, "keys"> & { keys: readonly (VerifyKey & { endsAt: Date | null })[] };

const freshMs = 1_000;
const refreshWaitMs = 500;
const readMs = 1_500;
/** Look-ups of ids that are not in memory: enough for new endpoints, too few for a guesser to hurt the database. */
const missRate = { perSecond: 20, burst: 100 };

/**
 * All endpoints and their keys in memory, so that a verdict survives the database being away. A change by any
 * process is seen within about a second; an endpoint made a moment ago is found at once.
 */
export function createEndpointDirectory({ source, clock }: { source: EndpointSource; clock: Clock }): EndpointDirectory & {
  /** Reads everything now; throws when it cannot. */
  refresh(): Promise<void>;
} {
  let endpoints = new Map<string, HeldEndpoint>();
  let keys = new Map<string, KeyObject | null>();
  let triedAt = Number.NEGATIVE_INFINITY;
  let isCurrent = false;
  let running: Promise<void> | undefined;
  const misses = createTokenBuckets({ ...missRate, clock });

  function toEndpoint({ certificates, ...endpoint }: StoredEndpoint): HeldEndpoint {
    return {
      ...endpoint,
      keys: certificates.map(({ publicKeyPem, endsAt = null, ...certificate }) => ({
        ...certificate,
        endsAt,
        publicKey: readKey(publicKeyPem),
      })),
    };
  }

  function readKey(pem: string): KeyObject | null {
    const known = keys.get(pem);
    if (known !== undefined) return known;
    const key = readPublicKey(pem);
    keys.set(pem, key);
    return key;
  }

  async function readAll(): Promise<void> {
    try {
      const stored = await source.listAll();
      endpoints = new Map(stored.map((endpoint) => [endpoint.id, toEndpoint(endpoint)]));
      const used = new Set(stored.flatMap(({ certificates }) => certificates.map(({ publicKeyPem }) => publicKeyPem)));
      keys = new Map([...keys].filter(([pem]) => used.has(pem)));
      isCurrent = true;
    } catch (cause) {
      isCurrent = false;
      throw cause;
    } finally {
      running = undefined;
    }
  }

  function refresh(): Promise<void> {
    triedAt = clock.monotonic();
    running ??= readAll();
    return running;
  }

  async function refreshWhenOld(): Promise<void> {
    if (clock.monotonic() - triedAt < freshMs) return;
    await Promise.race([refresh().catch(() => {}), waitUnreferenced(refreshWaitMs)]);
  }

  async function readOne(id: string): Promise<NotifyEndpoint | undefined> {
    const stored = await source.findOne(id);
    if (!stored) return undefined;
    const endpoint = toEndpoint(stored);
    endpoints.set(id, endpoint);
    return withoutEnded(endpoint);
  }

  function withoutEnded(endpoint: HeldEndpoint): NotifyEndpoint {
    const now = clock.now();
    const keys = endpoint.keys.filter(({ endsAt }) => endsAt === null || endsAt.getTime() > now);
    return keys.length === endpoint.keys.length ? endpoint : { ...endpoint, keys };
  }

  return {
    refresh,
    async find(id) {
      await refreshWhenOld();
      const known = endpoints.get(id);
      if (known) return withoutEnded(known);
      if (isCurrent && !misses.take("unknown")) return undefined;
      return inTime(readOne(id));
    },
    findFresh: async (id) => (misses.take(id) ? inTime(readOne(id)).catch(() => undefined) : undefined),
  };
}

/** A sender is not kept waiting for a database that hangs. */
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

function waitUnreferenced(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
