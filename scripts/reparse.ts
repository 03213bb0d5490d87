import type { Store } from "#lib/db/connection/open-store.ts";
import { rebuildDelivery } from "#lib/db/deliveries/rebuild-delivery.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { type DeliveryRow, listDeliveriesAfter } from "#lib/db/notifications/notifications.ts";
import type { NotifyEndpoint } from "#lib/notifications/ports.ts";
import { readPublicKey } from "#lib/notifications/verification/certificate.ts";
import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";
import { withApp } from "./support/with-app.ts";

const rowsAtOnce = 200;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Rebuilds what is derived from each stored body. Bodies never change, and valid notifications stay valid. */
async function reparse(store: Store, vault: Vault): Promise<{ rebuilt: number; nowValid: number; unopened: number }> {
  const endpoints = await readEndpoints(store, vault);
  const done = { rebuilt: 0, nowValid: 0, unopened: 0 };
  for await (const row of readDeliveries(store)) {
    const endpoint = endpoints.get(row.endpointId);
    if (!endpoint) continue;
    try {
      const { verdict } = await rebuildDelivery(store.db, vault, { row, endpoint });
      done.rebuilt += 1;
      if (verdict === "valid" && row.verdict !== "valid") done.nowValid += 1;
    } catch (cause) {
      if (!(cause instanceof VaultError)) throw cause;
      done.unopened += 1;
      printProblem(`${row.id} opens with no key: it is damaged, or its key is not in VAULT_KEYS.`);
    }
  }
  return done;
}

async function* readDeliveries({ db }: Store): AsyncGenerator<DeliveryRow> {
  for (let id = beforeAll, isLast = false; !isLast; ) {
    const rows = await listDeliveriesAfter(db, { id, limit: rowsAtOnce });
    yield* rows;
    isLast = rows.length < rowsAtOnce;
    id = rows.at(-1)?.id ?? id;
  }
}

async function readEndpoints(store: Store, vault: Vault): Promise<Map<string, NotifyEndpoint>> {
  const { endpoints: stored } = await createEndpointSource({ db: store.db, vault }).readChanges(null);
  return new Map(
    stored.map(({ certificates, ...endpoint }) => {
      const keys = certificates.map(({ publicKeyPem, ...key }) => ({ ...key, publicKey: readPublicKey(publicKeyPem) }));
      return [endpoint.id, { ...endpoint, keys }];
    }),
  );
}

readFlags({});
process.exitCode = await withApp("npm run reparse", async ({ store, vault }) => {
  const { rebuilt, nowValid, unopened } = await reparse(store, vault);
  say(`${rebuilt} notifications were rebuilt from their bodies, ${nowValid} of them are valid now.`);
  if (unopened > 0) printProblem(`${unopened} notifications open with no key and stay as they are.`);
  return unopened === 0 ? 0 : 1;
});
