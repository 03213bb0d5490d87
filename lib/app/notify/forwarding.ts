import type { Clock } from "#lib/core/clock.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { queueForwards } from "#lib/db/forwarding/forward-outbox.ts";
import { createForwardRows } from "#lib/db/forwarding/forward-rows.ts";
import { createAskShop } from "#lib/notifications/forwarding/ask-shop.ts";
import { createForwardWorker, type ForwardLimits } from "#lib/notifications/forwarding/forward-worker.ts";
import type { ForwardRows } from "#lib/notifications/forwarding/ports.ts";
import { type ResolveHost, resolveHost } from "#lib/notifications/forwarding/resolve-host.ts";
import { resolvePublic } from "#lib/notifications/forwarding/resolve-public.ts";
import { createShopSender } from "#lib/notifications/forwarding/send-to-shop.ts";
import { checkTargetUrl } from "#lib/notifications/forwarding/target-url.ts";
import type { Forwarder, SingleSender } from "#lib/services/forwarding/ports.ts";
import type { Log } from "#lib/services/log.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Settings } from "../settings/settings.ts";

export type ForwardingOptions = {
  store: Pick<Store, "db">;
  vault: Vault;
  clock: Clock;
  log: Log;
  metrics?: Pick<Metrics, "recordForwardTry">;
  settings: Pick<Settings, "publicOrigin" | "forwardHosts">;
  resolve?: ResolveHost;
  limits?: Partial<ForwardLimits>;
};

/** The functions for the notify handler, the worker, and the check of addresses that staff enter. */
export type Forwarding = Forwarder &
  SingleSender & {
    receiverPorts: { outbox: typeof queueForwards; askShop: ReturnType<typeof createAskShop>; onStored: () => void };
    start(): void;
    stop(): Promise<void>;
  };

/** Forwards notifications to shops, with this process's database (docs/notifications.md, rules 27 to 30). */
export function createForwarding(options: ForwardingOptions): Forwarding {
  const { store, vault, clock, log, metrics, settings, resolve = resolveHost, limits } = options;
  const allowedHosts = settings.forwardHosts;
  const stored = createForwardRows({ db: store.db, vault });
  const rows: ForwardRows = {
    ...stored,
    async settle(ref, verdict, shopTry) {
      await stored.settle(ref, verdict, shopTry);
      metrics?.recordForwardTry(verdict.state);
    },
  };
  const send = createShopSender({ clock, allowedHosts, resolve });
  const worker = createForwardWorker({
    rows,
    send,
    clock,
    limits: limits ?? {},
    note: ({ cause, ...ids }) => {
      if (cause) log.warn({ ...ids, cause }, "A notification could not be forwarded for a reason of our own");
      else log.info(ids, "A notification was forwarded");
    },
  });
  const askShop = createAskShop({
    rows,
    send,
    clock,
    onHurried: worker.wake,
    note: ({ deliveryId, cause }) => log.warn({ deliveryId, cause }, "What a shop answered is not written down yet"),
  });
  async function checkTarget(text: string, mayBeHttp: boolean) {
    const checked = checkTargetUrl(text, { allowedHosts, ownOrigin: settings.publicOrigin, mayBeHttp });
    if ("problem" in checked) return checked;
    const way = await resolvePublic(checked.url, { resolve, allowedHosts });
    return "problem" in way ? way : { url: checked.url.href };
  }
  return {
    receiverPorts: { outbox: queueForwards, askShop, onStored: worker.wake },
    wake: worker.wake,
    checkTarget: (text, environment) => checkTarget(text, environment === "sandbox"),
    checkPublicTarget: (text) => checkTarget(text, false),
    send,
    start: worker.start,
    stop: worker.stop,
  };
}
