import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import type { EndpointSnapshot, SnapshotChanges, StoredEndpoint } from "#lib/notifications/endpoints/snapshot-saver.ts";
import { storedEndpointSchema } from "#lib/notifications/endpoints/stored-endpoint.ts";
import { readFrames, toFrame } from "#lib/notifications/spool/frame.ts";
import { addDurably, writeDurably } from "#lib/notifications/spool/spool-folder.ts";
import type { Vault } from "#lib/vault/vault.ts";

const place = { table: "notify_endpoints", row: "snapshot", column: "bytes" };
/** Encrypted in one turn of the event loop: ten thousand at once would block every response. */
const endpointsPerFrame = 50;

const storedSchema = storedEndpointSchema.extend({
  certificates: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      fingerprint: z.string(),
      publicKeyPem: z.string(),
      endsAt: z.iso
        .datetime()
        .transform((text) => new Date(text))
        .nullish(),
    }),
  ),
});

const changesSchema = z.object({ endpoints: z.array(storedSchema), removed: z.array(z.string()) });
/** A full frame contains endpoints only; an appended frame contains changes. */
const frameSchema = z.union([z.array(storedSchema).transform((endpoints) => ({ endpoints, removed: [] })), changesSchema]);

/** The file is rewritten when more was appended than the full content needs. */
const addedMin = 1_000;

/**
 * The endpoints and their keys as last read, encrypted in DATA_DIR for a process that starts while the database is away. Changes
 * are appended, so that one change among ten thousand endpoints stays cheap.
 */
export function createEndpointSnapshot({ dataDir, vault }: { dataDir: string; vault: Vault }): EndpointSnapshot {
  const file = path.join(dataDir, "notify-endpoints");
  /** How many changes this process has appended; undefined: it has not written the file. */
  let added: number | undefined;
  const seal = (value: unknown) => toFrame(vault.seal(JSON.stringify(value), place));

  async function writeAll(endpoints: readonly StoredEndpoint[]): Promise<void> {
    await writeDurably(file, await inSlices(endpoints, seal));
  }

  async function add({ endpoints, removed }: SnapshotChanges): Promise<void> {
    const frames = await inSlices(endpoints, (some) => seal({ endpoints: some, removed: [] }));
    await addDurably(file, [seal({ endpoints: [], removed: removed ?? [] }), ...frames]);
  }

  return {
    async load() {
      const bytes = await readFile(file).catch(() => undefined);
      if (!bytes) return undefined;
      const endpoints = new Map<string, StoredEndpoint>();
      for (const payload of readFrames(bytes).payloads) {
        const changes = frameSchema.parse(JSON.parse(vault.open(payload, place).toString("utf8")));
        for (const id of changes.removed) endpoints.delete(id);
        for (const endpoint of changes.endpoints) endpoints.set(endpoint.id, endpoint);
        await nextTurn();
      }
      return [...endpoints.values()];
    },
    async save(changes, all) {
      const count = changes.endpoints.length + (changes.removed?.length ?? 0);
      const before = added;
      // After a failure the file may be incomplete and is rewritten the next time.
      added = undefined;
      const isSmall = changes.removed !== null && before !== undefined && before + count <= addedMin;
      if (isSmall) await add(changes);
      else await writeAll(all());
      added = isSmall ? before + count : 0;
    },
  };
}

async function inSlices(
  endpoints: readonly StoredEndpoint[],
  toFrameOf: (some: readonly StoredEndpoint[]) => Buffer,
): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let at = 0; at < endpoints.length; at += endpointsPerFrame) {
    frames.push(toFrameOf(endpoints.slice(at, at + endpointsPerFrame)));
    await nextTurn();
  }
  return frames;
}
