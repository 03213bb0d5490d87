import { withTimeout } from "#lib/core/with-timeout.ts";
import type { GuardJournal } from "#lib/db/lockout/guard-journal.ts";
import { createJournal, type Journal } from "#lib/notifications/journal/journal.ts";
import type { DeliveryJournal } from "#lib/notifications/receive/save-delivery.ts";
import type { Log } from "#lib/services/log.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Settings } from "../settings/settings.ts";

export type AppJournal = { deliveries: DeliveryJournal; guards: GuardJournal; start(): void; close(): Promise<void> };

type Parts = { vault: Vault; log: Log; metrics: Metrics };

/** A disk that is slower than this makes nobody wait: the entry is written behind the answer. */
const waitMs = 250;
const tendEveryMs = 10 * 60_000;

/** The journal of this process; undefined without JOURNAL_DIR. Its failures are logged and counted, and refuse no notification. */
export function openJournal(
  { journalDir, journalHours }: Pick<Settings, "journalDir" | "journalHours">,
  { vault, log, metrics }: Parts,
): AppJournal | undefined {
  if (journalDir === undefined) return undefined;
  const journal = createJournal({ folder: journalDir, hours: journalHours, sealer: vault });
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  metrics.watchJournal(() => bytes);

  async function write(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      metrics.recordJournaled("kept");
      return true;
    } catch (cause) {
      metrics.recordJournaled("failed");
      log.error({ cause, folder: journalDir }, "The journal could not be written: a restore would miss this entry");
      return false;
    }
  }

  async function tend(): Promise<void> {
    await write(
      journal.tend().then((left) => {
        bytes = left;
      }),
    );
  }

  return {
    deliveries: {
      add: async (delivery) => void (await withTimeout(waitMs, write(journal.addDelivery(delivery)))),
      withdraw: (deliveryId) => void write(journal.addVoid(deliveryId)),
    },
    guards: toGuardJournal(journal, write),
    start() {
      void tend();
      timer ??= setInterval(() => void tend(), tendEveryMs).unref();
    },
    async close() {
      clearInterval(timer);
      await journal.close();
    },
  };
}

function toGuardJournal(journal: Journal, write: (work: Promise<void>) => Promise<boolean>): GuardJournal {
  return {
    async recordAttempt(change) {
      if (!(await write(journal.addGuardChange(change)))) await journal.noteGap();
    },
    recordOutcome: async (change) => void (await write(journal.addGuardChange(change))),
  };
}
