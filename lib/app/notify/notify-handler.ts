import type { Clock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import type { DeliveryOutbox } from "#lib/db/deliveries/delivery-outbox.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { createEndpointDirectory } from "#lib/notifications/endpoints/endpoint-directory.ts";
import type { AskShop, Delivery } from "#lib/notifications/ports.ts";
import type { Fault, TakeFault } from "#lib/notifications/receive/fail-on-purpose.ts";
import { answerFetch } from "#lib/notifications/receive/fetch-handler.ts";
import { answerNode } from "#lib/notifications/receive/node-handler.ts";
import { createReceiver, type ReceiveNote } from "#lib/notifications/receive/receive.ts";
import { receiveBySandbox } from "#lib/notifications/receive/receive-by-sandbox.ts";
import type { DeliveryJournal } from "#lib/notifications/receive/save-delivery.ts";
import { spoolBytesMax as usualSpoolBytesMax } from "#lib/notifications/spool/spool.ts";
import type { Log } from "#lib/services/log.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isStoreReady } from "../readiness.ts";
import type { NotifyHandler, WrapRecord } from "../runtime.ts";
import { createEndpointSnapshot } from "./endpoint-snapshot.ts";
import { createNotifySpool } from "./notify-spool.ts";
import { createSpoolAlert } from "./spool-alert.ts";

export type NotifyHandlerOptions = {
  databaseUrl: string;
  connectionsMax?: number;
  /** The folder of the spool; without it a notification is refused while the database is away. */
  dataDir?: string;
  spoolBytesMax?: number;
  vault: Vault;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Hooks for a notification: in its transaction, after the commit, and before the response. */
  forwarding?: { outbox: DeliveryOutbox; onStored: () => void; askShop: AskShop };
  journal?: DeliveryJournal | undefined;
  /** What fails on purpose, for endpoints of the sandbox only; undefined where the sandbox is off. */
  sandbox?: { takeReceiverFault(merchant: string): Promise<Fault | undefined> } | undefined;
  wrapRecord?: WrapRecord | undefined;
};

/**
 * URL_Notify's receiver behind its two entry points. It has its own database connections, so that pages cannot
 * delay payments.
 */
export function createNotifyHandler(options: NotifyHandlerOptions): NotifyHandler {
  const {
    databaseUrl,
    connectionsMax = 6,
    dataDir,
    spoolBytesMax,
    vault,
    clock,
    log,
    metrics,
    forwarding,
    journal,
    sandbox,
    wrapRecord = (record) => record,
  } = options;
  const store = openStore({
    url: databaseUrl,
    connectionsMax,
    applicationName: "counterfoil notify",
    statementMs: 3_000,
    answerMs: 500,
    connectMs: 2_000,
  });
  metrics.watchPool("notify", store.pool);
  const onStored = ({ endpoint }: Delivery) => {
    if (endpoint.forward) forwarding?.onStored();
  };
  const record = wrapRecord(createDeliveryRecord({ db: store.db, vault, ...(forwarding ? { outbox: forwarding.outbox } : {}) }));
  const spool =
    dataDir === undefined
      ? undefined
      : createNotifySpool({ dataDir, bytesMax: spoolBytesMax, vault, record, onStored, log, metrics });
  const spoolAlert =
    spool && createSpoolAlert({ db: store.db, clock, size: spool.size, bytesMax: spoolBytesMax ?? usualSpoolBytesMax });
  const directory = createEndpointDirectory({
    source: createEndpointSource({ db: store.db, vault }),
    clock,
    snapshot: dataDir === undefined ? undefined : createEndpointSnapshot({ dataDir, vault }),
  });
  const receiver = {
    ...{ directory, record, spool, onStored, askShop: forwarding?.askShop, journal, clock },
    note: (note: ReceiveNote) => writeDown(note, { log, metrics }),
  };
  const others = createReceiver(receiver);
  const takeFault: TakeFault | undefined = sandbox && (({ endpoint }) => sandbox.takeReceiverFault(endpoint.merchant));
  const receive = takeFault
    ? receiveBySandbox({ sandbox: createReceiver({ ...receiver, takeFault }), others }, directory)
    : others;
  return {
    handleNode: (request, response, peer) => answerNode(receive, request, response, peer),
    handleFetch: (request) => answerFetch(receive, request),
    spoolSize: () => spool?.size() ?? { bytes: 0, setAside: 0 },
    // The spool first: it answers at once, however long the database takes to fail.
    isReady: async () => directory.isLoaded() && ((await spool?.hasRoom()) || (await isStoreReady(store, clock))),
    isLoaded: directory.isLoaded,
    prime: directory.start,
    start() {
      spool?.start();
      spoolAlert?.start();
    },
    async close() {
      await Promise.all([directory.stop(), spoolAlert?.stop()]);
      await spool?.stop();
      await store.close();
    },
  };
}

function writeDown(
  { environment, problem, ...note }: ReceiveNote,
  { log, metrics }: Pick<NotifyHandlerOptions, "log" | "metrics">,
) {
  const { verdict, status, ms, storedIn, refusal } = note;
  const isSelfTest = environment === "self-test";
  if (!isSelfTest) metrics.recordNotification({ verdict: refusal ?? verdict ?? "refused", status, seconds: ms / 1_000 });
  const isOurs = problem !== undefined || storedIn === "spool";
  const level = isSelfTest ? "info" : problem ? "error" : verdict === "valid" && !isOurs ? "info" : "warn";
  log[level]({ ...note, cause: problem }, "A notification was answered");
}
