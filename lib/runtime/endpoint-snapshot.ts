import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import type { EndpointSnapshot, StoredEndpoint } from "../notify/endpoint-directory.ts";
import { readFrames, toFrame } from "../notify/spool/frame.ts";
import { writeDurably } from "../notify/spool/spool-folder.ts";
import { storedEndpointSchema } from "../notify/stored-endpoint.ts";
import type { Vault } from "../vault/vault.ts";

const place = { table: "notify_endpoints", row: "snapshot", column: "bytes" };
/** Sealed in one turn of the event loop: ten thousand at once would hold up every answer. */
const endpointsPerFrame = 100;

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

/** The endpoints and their keys as last read, sealed in DATA_DIR for a process that starts while the database is away. */
export function createEndpointSnapshot({ dataDir, vault }: { dataDir: string; vault: Vault }): EndpointSnapshot {
  const file = path.join(dataDir, "notify-endpoints");
  return {
    async load() {
      const bytes = await readFile(file).catch(() => undefined);
      if (!bytes) return undefined;
      const endpoints: StoredEndpoint[] = [];
      for (const payload of readFrames(bytes).payloads) {
        endpoints.push(...z.array(storedSchema).parse(JSON.parse(vault.open(payload, place).toString("utf8"))));
        await nextTurn();
      }
      return endpoints;
    },
    async save(endpoints) {
      const frames: Buffer[] = [];
      for (let at = 0; at < endpoints.length; at += endpointsPerFrame) {
        frames.push(toFrame(vault.seal(JSON.stringify(endpoints.slice(at, at + endpointsPerFrame)), place)));
        await nextTurn();
      }
      await writeDurably(file, frames);
    },
  };
}
