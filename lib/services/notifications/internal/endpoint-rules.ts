import type { Database } from "#lib/db/connection/open-store.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import type { StoredEndpoint } from "#lib/notifications/endpoints/snapshot-saver.ts";
import type { NotifyEndpoint } from "#lib/notifications/ports.ts";
import { readPublicKey } from "#lib/notifications/verification/certificate.ts";
import type { Vault } from "#lib/vault/vault.ts";

/**
 * An endpoint with its stored rules and keys; undefined when it was removed. With `atMs` only the keys accepted at this time,
 * otherwise also expired ones.
 */
export async function findEndpointNow(
  { db, vault }: { db: Database; vault: Vault },
  id: string,
  { atMs }: { atMs?: number } = {},
): Promise<NotifyEndpoint | undefined> {
  const stored = await createEndpointSource({ db, vault }).findOne(id);
  return stored && toNotifyEndpoint(stored, { atMs });
}

/** The same of a stored endpoint. */
export function toNotifyEndpoint(
  { certificates, ...endpoint }: StoredEndpoint,
  { atMs }: { atMs?: number | undefined },
): NotifyEndpoint {
  const taken = certificates.filter(({ endsAt }) => atMs === undefined || !endsAt || endsAt.getTime() > atMs);
  return { ...endpoint, keys: taken.map(({ publicKeyPem, ...key }) => ({ ...key, publicKey: readPublicKey(publicKeyPem) })) };
}
