import path from "node:path";
import { isAway } from "#lib/app/stores/is-away.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { drainSpool } from "#lib/notifications/spool/drain-spool.ts";
import { createSpool } from "#lib/notifications/spool/spool.ts";
import { notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { type AppDatabase, benchSid } from "#tools/bench/support/app-database.ts";

const saveMs = 30_000;

/** Spools that many notifications and moves them into the database, as a receiver does after an outage; how many a second. */
export async function measureDrain(
  { url, vault, signer, endpointIds }: AppDatabase,
  folder: string,
  count: number,
): Promise<number> {
  const store = openStore({ url, connectionsMax: 6, applicationName: "counterfoil notify" });
  const place = path.join(folder, "drain-speed");
  const spool = createSpool({ folder: place, sealer: vault });
  try {
    const { rows } = await store.pool.query<{ merchantId: string }>(
      'select merchant_id as "merchantId" from notify_endpoint limit 1',
    );
    const { merchantId = "" } = rows[0] ?? {};
    const own = { id: endpointIds[0] ?? "", merchantId, environment: "demo", merchant: "bench", sid: benchSid };
    const endpoint = { ...own, strictLayout: true, keys: [signer.key] };
    const circumstances = { header: () => undefined, peer: null, receivedAt: new Date() };
    const adding: Promise<void>[] = [];
    for (let made = 0; made < count; made++) {
      const orderId = `DRAIN-${made}`;
      const body = Buffer.from(signedBody(notifyEntries({ sid: benchSid, orderId, trnref: `T${orderId}` }), signer));
      adding.push(spool.add({ ...toDelivery(body, endpoint, circumstances), answer: { status: 200, body: "OK", ms: 1 } }));
    }
    await Promise.all(adding);
    await spool.close();
    const startedAt = performance.now();
    const record = createDeliveryRecord({ db: store.db, vault });
    const { saved, problem } = await drainSpool({ folder: place, sealer: vault, record, saveMs, isAway });
    if (saved < count) throw new Error(`Only ${saved} of ${count} were drained.`, { cause: problem });
    return count / ((performance.now() - startedAt) / 1_000);
  } finally {
    await store.close();
  }
}
