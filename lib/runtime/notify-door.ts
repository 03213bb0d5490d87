import type { Clock } from "../core/clock.ts";
import { createEndpointDirectory } from "../notify/endpoint-directory.ts";
import { answerFetch } from "../notify/fetch-door.ts";
import { answerNode } from "../notify/node-door.ts";
import { createReceiver } from "../notify/receive.ts";
import type { Log } from "../services/log.ts";
import { createDeliveryRecord } from "../store/deliveries.ts";
import type { DeliveryOutbox } from "../store/delivery-outbox.ts";
import { createEndpointSource } from "../store/endpoints.ts";
import { queueForJoin } from "../store/ledger-joins.ts";
import type { Store } from "../store/open-store.ts";
import type { Vault } from "../vault/vault.ts";
import type { Metrics } from "./metrics.ts";
import type { NotifyDoor, WrapRecord } from "./runtime.ts";

type Options = {
  store: Store;
  vault: Vault;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  wrapRecord?: WrapRecord | undefined;
  /** Written within the deliveries' commit, besides what joins them to the ledger. */
  outboxes?: readonly DeliveryOutbox[];
};

/** URL_Notify's receiver on this process's store, behind its two doors. */
export function createNotifyDoor({
  store,
  vault,
  clock,
  log,
  metrics,
  wrapRecord = (record) => record,
  outboxes = [],
}: Options): NotifyDoor {
  const outbox: DeliveryOutbox = async (tx, deliveries) => {
    for (const write of [queueForJoin, ...outboxes]) await write(tx, deliveries);
  };
  const receive = createReceiver({
    directory: createEndpointDirectory({ source: createEndpointSource(store.db), clock }),
    record: wrapRecord(createDeliveryRecord({ db: store.db, vault, outbox })),
    clock,
    note: ({ endpointId, status, verdict, deliveryId, ms, problem }) => {
      metrics.recordNotification({ verdict: verdict ?? "refused", status, seconds: ms / 1_000 });
      const level = problem ? "error" : verdict === "valid" ? "info" : "warn";
      log[level]({ endpointId, status, verdict, deliveryId, ms, cause: problem }, "A notification was answered");
    },
  });
  return {
    handleNode: (request, response) => answerNode(receive, request, response),
    handleFetch: (request, endpointId) => answerFetch(receive, request, { endpointId, peer: request.headers.get("x-peer") }),
  };
}
