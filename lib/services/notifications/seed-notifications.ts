import { createHash } from "node:crypto";
import type { Clock } from "#lib/core/clock.ts";
import { mapInChunks } from "#lib/core/map-in-chunks.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { insertDeliveries } from "#lib/db/deliveries/delivery-batch.ts";
import { ensureDeliveryMonth } from "#lib/db/deliveries/delivery-months.ts";
import { backdateEndpoints } from "#lib/db/endpoints/connected-endpoint.ts";
import { listEndpoints } from "#lib/db/endpoints/endpoints.ts";
import { findMerchantsBySlug } from "#lib/db/merchants/merchants.ts";
import type { Delivery, EndpointDirectory, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { verdictAnswer } from "#lib/notifications/receive/responses.ts";
import { seededHeaders } from "#lib/notifications/receive/seeded.ts";
import { createTimeOrderedId, toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import type { Vault } from "#lib/vault/vault.ts";

type Ports = { db: Database; vault: Vault; clock: Pick<Clock, "monotonic">; directory: Pick<EndpointDirectory, "find"> };
/** A signed body, and when it would have been received. */
type Past = { slug: string; atMs: number; body: string };
/** Whole days of the history, complete from `firstDay` on. */
type PastDays = { notifications: readonly Past[]; firstDay: string };

const environment = "sandbox";
const savedAtOnce = 64;

/**
 * Verifies and stores notifications of the sandbox's history as if they had been received then, but without forwarding and
 * without announcing them; their endpoints are as old. Storing one again changes nothing. Those that do not verify today are left out.
 */
export async function seedNotifications({ db, vault, clock, directory }: Ports, days: PastDays): Promise<void> {
  const { notifications: past, firstDay } = days;
  for (const month of new Set(past.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 7)))) {
    await ensureDeliveryMonth(db, environment, new Date(`${month}-01T00:00:00Z`));
  }
  const endpoints = await findEndpoints({ db, directory }, [...new Set(past.map(({ slug }) => slug))]);
  const read = await mapInChunks(past, { clock }, (one) => toPastDelivery(one, endpoints.get(one.slug)));
  const valid = read.filter((delivery) => delivery?.verification.verdict === "valid") as Delivery[];
  for (let from = 0; from < valid.length; from += savedAtOnce) {
    await insertDeliveries(db.$client, vault, valid.slice(from, from + savedAtOnce), { isAnnounced: false });
  }
  const receiving = [...new Set(valid.map(({ endpoint }) => endpoint.id))];
  await backdateEndpoints(db, { ids: receiving, at: new Date(`${firstDay}T00:00:00Z`) });
}

/** Each merchant's first endpoint: the one that the sandbox made. */
async function findEndpoints({ db, directory }: Pick<Ports, "db" | "directory">, slugs: readonly string[]) {
  const found = new Map<string, NotifyEndpoint>();
  for (const { id, slug } of await findMerchantsBySlug(db, environment, slugs)) {
    const [first] = await listEndpoints(db, id);
    const endpoint = first && (await directory.find(first.id));
    if (endpoint) found.set(slug, endpoint);
  }
  return found;
}

function toPastDelivery({ atMs, body }: Past, endpoint: NotifyEndpoint | undefined): Delivery | undefined {
  if (!endpoint) return undefined;
  const bytes = Buffer.from(body);
  const verified = toDelivery(bytes, endpoint, { header: () => null, peer: null, receivedAt: new Date(atMs) });
  const chance = createHash("sha256").update(endpoint.id).update(bytes).digest();
  const { status, body: answer } = verdictAnswer(verified.verification);
  return {
    ...verified,
    id: createTimeOrderedId(atMs, chance),
    headers: seededHeaders,
    answer: { status, body: answer, ms: 4 + (chance[0] ?? 0) / 8 },
  };
}
