import path from "node:path";
import { isAway } from "#lib/app/stores/is-away.ts";
import { toByteaArray } from "#lib/db/connection/binary-arrays.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { drainSpool } from "#lib/notifications/spool/drain-spool.ts";
import { createSpool } from "#lib/notifications/spool/spool.ts";
import { notifyEntries, type Signer, signedBody } from "#lib/notifications/testing/sign.ts";
import { type AppDatabase, benchSid } from "#tools/bench/support/app-database.ts";

export type DrainSpeed = {
  drainedPerSecond: number;
  /** For each second that this process had a processor: as fast as draining is where nothing else runs. */
  drainedPerCpuSecond: number;
  /** The same bodies, unsealed and with nothing derived from them, in groups of as many and by as many connections. */
  barePerSecond: number;
};

const saveMs = 30_000;
/** Draining and the bare statement take turns, so that what else the machine does meets both. */
const rounds = 5;
const bareLanes = 2;
const bareRows = 64;

/** Spools that many notifications and moves them into the database, as a receiver does after an outage. */
export async function measureDrain(database: AppDatabase, folder: string, count: number): Promise<DrainSpeed> {
  const store = openStore({ url: database.url, connectionsMax: 6, applicationName: "counterfoil notify" });
  try {
    await store.pool.query(
      "create table drill_bare (id uuid primary key, received_at timestamptz not null, body bytea not null)",
    );
    const endpoint = await toEndpoint(store, database);
    const drained = { ms: 0, cpuMs: 0 };
    let bareMs = 0;
    for (let round = 0; round < rounds; round++) {
      const made = { prefix: `DRAIN-${round}`, count: Math.ceil(count / rounds) };
      const deliveries = makeDeliveries(endpoint, database.signer, made);
      const took = await drain(store, database, path.join(folder, made.prefix), deliveries);
      drained.ms += took.ms;
      drained.cpuMs += took.cpuMs;
      bareMs += await insertBare(store, deliveries);
    }
    const perSecond = (ms: number) => (count / ms) * 1_000;
    return {
      drainedPerSecond: perSecond(drained.ms),
      drainedPerCpuSecond: perSecond(drained.cpuMs),
      barePerSecond: perSecond(bareMs),
    };
  } finally {
    await store.close();
  }
}

async function toEndpoint({ pool }: Store, { signer, endpointIds }: AppDatabase): Promise<NotifyEndpoint> {
  const { rows } = await pool.query<{ merchantId: string }>('select merchant_id as "merchantId" from notify_endpoint limit 1');
  const own = { id: endpointIds[0] ?? "", merchantId: rows[0]?.merchantId ?? "" };
  return { ...own, environment: "demo", merchant: "bench", sid: benchSid, strictLayout: true, keys: [signer.key] };
}

function makeDeliveries(endpoint: NotifyEndpoint, signer: Signer, { prefix, count }: { prefix: string; count: number }) {
  const circumstances = { header: () => undefined, peer: null, receivedAt: new Date() };
  return Array.from({ length: count }, (_, index): Delivery => {
    const orderId = `${prefix}-${index}`;
    const body = Buffer.from(signedBody(notifyEntries({ sid: benchSid, orderId, trnref: `T${orderId}` }), signer));
    return { ...toDelivery(body, endpoint, circumstances), answer: { status: 200, body: "OK", ms: 1 } };
  });
}

/** How long it took, and how long this process had a processor meanwhile. */
async function drain(
  { db }: Store,
  { vault }: AppDatabase,
  folder: string,
  deliveries: readonly Delivery[],
): Promise<{ ms: number; cpuMs: number }> {
  const spool = createSpool({ folder, sealer: vault });
  await spool.measure();
  await Promise.all(deliveries.map((delivery) => spool.add(delivery)));
  await spool.close();
  const record = createDeliveryRecord({ db, vault });
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  const { saved, problem } = await drainSpool({ folder, sealer: vault, record, saveMs, isAway });
  if (saved < deliveries.length) throw new Error(`Only ${saved} of ${deliveries.length} were drained.`, { cause: problem });
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
}

async function insertBare({ pool }: Store, deliveries: readonly Delivery[]): Promise<number> {
  const startedAt = performance.now();
  const waiting = [...deliveries];
  const work = async () => {
    for (let rows = waiting.splice(0, bareRows); rows.length > 0; rows = waiting.splice(0, bareRows)) {
      const values = [
        rows.map(({ id }) => id),
        rows.map(({ receivedAt }) => receivedAt.toISOString()),
        toByteaArray(rows.map(({ body }) => body)),
      ];
      const text = "insert into drill_bare select * from unnest($1::uuid[], $2::timestamptz[], $3::bytea[])";
      await pool.query({ name: "drill_bare", text, values });
    }
  };
  await Promise.all(Array.from({ length: bareLanes }, work));
  return performance.now() - startedAt;
}
