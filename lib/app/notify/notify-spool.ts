import path from "node:path";
import type { Delivery, DeliveryRecord } from "#lib/notifications/ports.ts";
import { drainSpool } from "#lib/notifications/spool/drain-spool.ts";
import { readFrames } from "#lib/notifications/spool/frame.ts";
import { startDraining } from "#lib/notifications/spool/keep-draining.ts";
import { createSpool, type Spool, spoolBytesMax } from "#lib/notifications/spool/spool.ts";
import { readSpoolFiles } from "#lib/notifications/spool/spool-folder.ts";
import type { Log } from "#lib/services/log.ts";
import { sealedKeyId, type Vault } from "#lib/vault/vault.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isAway } from "../stores/is-away.ts";

export type NotifySpool = Pick<Spool, "add" | "size" | "hasRoom"> & { start(): void; stop(): Promise<void> };

type Options = {
  dataDir: string;
  bytesMax: number | undefined;
  vault: Vault;
  record: DeliveryRecord;
  onStored: (delivery: Delivery) => void;
  log: Log;
  metrics: Metrics;
};

const saveMs = 30_000;

export const spoolFolderIn = (dataDir: string) => path.join(dataDir, "notify-spool");

/** How many values in a folder of the spool or the journal each vault key has encrypted, and how many parts cannot be read. */
export async function countSealedByKey(folder: string): Promise<{ byKey: ReadonlyMap<string, number>; unreadable: number }> {
  const byKey = new Map<string, number>();
  let unreadable = 0;
  for await (const bytes of readSpoolFiles(folder)) {
    const frames = readFrames(bytes);
    unreadable += frames.unreadable.length;
    for (const payload of frames.payloads) {
      const keyId = sealedKeyId(payload);
      byKey.set(keyId, (byKey.get(keyId) ?? 0) + 1);
    }
  }
  return { byKey, unreadable };
}

/** Spools valid notifications in DATA_DIR while the database is away, and moves them into the database later. */
export function createNotifySpool({
  dataDir,
  bytesMax = spoolBytesMax,
  vault,
  record,
  onStored,
  log,
  metrics,
}: Options): NotifySpool {
  const folder = spoolFolderIn(dataDir);
  const spool = createSpool({ folder, sealer: vault, bytesMax });
  metrics.watchSpool(() => ({ ...spool.size(), bytesMax }));
  const told: Pick<DeliveryRecord, "save"> = {
    save: async (delivery, options) => {
      await record.save(delivery, options);
      onStored(delivery);
    },
  };
  let draining: { stop(): Promise<void> } | undefined;
  return {
    size: spool.size,
    hasRoom: spool.hasRoom,
    async add(delivery, options = {}) {
      try {
        await spool.add(delivery, options);
        if (!options.signal?.aborted) metrics.recordSpooled("kept");
      } catch (cause) {
        // Its answer was due.
        if (options.signal?.aborted) throw cause;
        metrics.recordSpooled("refused");
        log.error({ cause, deliveryId: delivery.id, bytes: spool.size().bytes }, "A notification could not be kept in the spool");
        throw cause;
      }
    },
    start() {
      draining ??= startDraining({
        spool,
        drain: (stop) => drainSpool({ folder, sealer: vault, record: told, saveMs, isAway, isGivenUp: spool.isGivenUp, stop }),
        note: ({ saved, setAside, problem }) => {
          if (saved > 0) {
            metrics.recordSpooled("drained", saved);
            log.info({ saved }, "Notifications that waited in the spool are in the database");
          }
          const { bytes } = spool.size();
          if (setAside > 0) {
            metrics.recordSpooled("set_aside", setAside);
            log.error(
              { cause: problem, setAside, folder },
              "Notifications in the spool can be neither read nor stored: set aside",
            );
          } else if (problem) log.warn({ cause: problem, bytes }, "Notifications are waiting in the spool");
        },
      });
    },
    async stop() {
      await draining?.stop();
      await spool.close();
    },
  };
}
