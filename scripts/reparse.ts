import { eq } from "drizzle-orm";
import { readPublicKey } from "#lib/notify/certificate.ts";
import { parseForm } from "#lib/notify/form.ts";
import { toEvent } from "#lib/notify/to-event.ts";
import { judge } from "#lib/notify/verdict.ts";
import { openVault } from "#lib/runtime/open-vault.ts";
import { loadSettings } from "#lib/runtime/settings.ts";
import { openBody } from "#lib/services/notifications/open-body.ts";
import { toDerived, toIdentifiers } from "#lib/store/deliveries.ts";
import { openEmbeddedDatabase } from "#lib/store/embedded/embedded-database.ts";
import { createEndpointSource } from "#lib/store/endpoints.ts";
import { saveIdentifiers } from "#lib/store/identifiers.ts";
import { listDeliveriesAfter } from "#lib/store/notifications.ts";
import { openStore } from "#lib/store/open-store.ts";
import { delivery } from "#lib/store/schema/notification.ts";

const rowsAtOnce = 200;

/** Rebuilds what is derived from each kept body, verdicts with today's keys included. Bodies never change. */
const settings = loadSettings(process.env);
const embedded = settings.databaseUrl ? undefined : await openEmbeddedDatabase({ dataDir: settings.dataDir });
const store = openStore({ url: settings.databaseUrl ?? embedded?.url ?? "" });
let rebuilt = 0;
try {
  const vault = await openVault(store, settings.vaultKeys);
  const endpoints = new Map((await createEndpointSource(store.db).listAll()).map((endpoint) => [endpoint.id, endpoint]));
  for (let seq = 0; ; ) {
    const rows = await listDeliveriesAfter(store.db, { seq, limit: rowsAtOnce });
    for (const row of rows) {
      seq = row.seq;
      const stored = endpoints.get(row.endpointId);
      if (!stored) continue;
      const { certificates, ...rest } = stored;
      const endpoint = {
        ...rest,
        keys: certificates.map(({ publicKeyPem, ...key }) => ({ ...key, publicKey: readPublicKey(publicKeyPem) })),
      };
      const pairs = parseForm(openBody(vault, row)) ?? [];
      const judgement = judge(pairs, {
        sid: endpoint.sid,
        strictLayout: endpoint.strictLayout,
        door: "notify",
        keys: endpoint.keys,
      });
      const event = toEvent(pairs);
      await store.db.update(delivery).set(toDerived({ event, judgement })).where(eq(delivery.id, row.id));
      if (judgement.verdict === "valid")
        await saveIdentifiers(store.db, toIdentifiers(vault, { id: row.id, endpoint, receivedAt: row.receivedAt, event }));
      rebuilt += 1;
    }
    if (rows.length < rowsAtOnce) break;
  }
  process.stdout.write(`${rebuilt} notifications were rebuilt from their bodies.\n`);
} finally {
  await store.close();
  await embedded?.close();
}
