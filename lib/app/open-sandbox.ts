import { systemClock } from "#lib/core/clock.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { createSandboxStorage } from "#lib/db/environments/sandbox-storage.ts";
import { findRefundOriginal } from "#lib/db/payments/refund-original.ts";
import { createSandbox, type Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { Log } from "#lib/services/log.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Settings } from "./settings/settings.ts";

/** The address of the built-in gateway: {base_url} of the sandbox environment. */
export function sandboxBaseUrl(settings: Settings): string {
  return `${settings.publicOrigin}/sandbox-gateway`;
}

/** The built-in gateway on this database. Its credentials come from the installation's own secret. */
export function openSandbox({
  settings,
  store,
  vault,
  log,
  baseUrl = sandboxBaseUrl(settings),
}: {
  settings: Settings;
  store: Store;
  vault: Vault;
  log: Log;
  /** The same gateway under another address. */
  baseUrl?: string;
}): Sandbox {
  return createSandbox({
    secret: vault.hash("counterfoil sandbox credentials"),
    storage: createSandboxStorage({ db: store.db, vault }),
    clock: systemClock,
    baseUrl,
    transactions: settings.sandboxTransactions,
    merchants: settings.sandboxMerchants,
    live: settings.sandboxLive,
    log,
    originalOf: (refund) => findRefundOriginal(store.db, { environment: "sandbox", ...refund }),
  });
}
