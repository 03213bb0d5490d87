import path from "node:path";
import type { Delivery, DeliveryRecord } from "../notify/ports.ts";
import { drainSpool } from "../notify/spool/drain-spool.ts";
import { keepDraining } from "../notify/spool/keep-draining.ts";
import { createSpool, type Spool } from "../notify/spool/spool.ts";
import type { Log } from "../services/log.ts";
import type { Vault } from "../vault/vault.ts";
import type { Metrics } from "./metrics.ts";

export type NotifySpool = Pick<Spool, "add"> & { start(): void; stop(): Promise<void> };

type Options = {
  dataDir: string;
  vault: Vault;
  record: DeliveryRecord;
  onStored: (delivery: Delivery) => void;
  log: Log;
  metrics: Metrics;
};

const saveMs = 30_000;

/** Where valid notifications wait in DATA_DIR while the database is away, and their way back into it. */
export function createNotifySpool({ dataDir, vault, record, onStored, log, metrics }: Options): NotifySpool {
  const folder = path.join(dataDir, "notify-spool");
  const spool = createSpool({ folder, sealer: vault });
  metrics.watchSpool(spool.bytes);
  const told: Pick<DeliveryRecord, "save"> = {
    save: async (delivery, options) => {
      await record.save(delivery, options);
      onStored(delivery);
    },
  };
  let draining: { stop(): Promise<void> } | undefined;
  return {
    async add(delivery) {
      try {
        await spool.add(delivery);
        metrics.recordSpooled("kept");
      } catch (cause) {
        metrics.recordSpooled("refused");
        log.error({ cause, deliveryId: delivery.id, bytes: spool.bytes() }, "A notification could not be kept in the spool");
        throw cause;
      }
    },
    start() {
      draining ??= keepDraining({
        spool,
        drain: () => drainSpool({ folder, sealer: vault, record: told, saveMs }),
        note: ({ saved, problem }) => {
          if (saved > 0) {
            metrics.recordSpooled("drained", saved);
            log.info({ saved }, "Notifications that waited in the spool are in the database");
          }
          if (problem) log.warn({ cause: problem, bytes: spool.bytes() }, "Notifications are waiting in the spool");
        },
      });
    },
    async stop() {
      await draining?.stop();
      await spool.close();
    },
  };
}
