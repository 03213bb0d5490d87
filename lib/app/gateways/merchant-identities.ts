import { AppError } from "#lib/core/errors.ts";
import { Secret } from "#lib/core/secret.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import { openCredential } from "#lib/db/lockout/credentials.ts";
import { findMerchantCredential, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { MerchantIdentity } from "#lib/gateway/types.ts";
import type { Vault } from "#lib/vault/vault.ts";

/** Merchants' credentials, decrypted on demand. Throws `not_found` for a removed merchant. */
export type Identities = { find(merchant: Named): Promise<MerchantIdentity> };

type Named = Pick<MerchantRow, "id" | "slug" | "credentialFingerprint" | "updatedAt">;
type Opened = { version: string; identity: MerchantIdentity };

const openedMax = 500;

/** Caches the most recently used ones, as long as the merchant's row does not change. */
export function createIdentities({ store, vault }: { store: Store; vault: Vault }): Identities {
  const opened = new Map<string, Opened>();
  return {
    async find({ id, slug, credentialFingerprint, updatedAt }) {
      const version = `${slug} ${credentialFingerprint} ${updatedAt.getTime()}`;
      const known = opened.get(id);
      opened.delete(id);
      const identity = known?.version === version ? known.identity : await openIdentity({ id, slug }, { store, vault });
      opened.set(id, { version, identity });
      const [oldest] = opened.keys();
      if (opened.size > openedMax && oldest !== undefined) opened.delete(oldest);
      return identity;
    },
  };
}

async function openIdentity(
  { id, slug }: Pick<Named, "id" | "slug">,
  { store, vault }: { store: Store; vault: Vault },
): Promise<MerchantIdentity> {
  const sealed = await findMerchantCredential(store.db, id);
  if (!sealed) throw new AppError("not_found");
  const { clientId, clientSecret } = openCredential(vault, "merchant", id, sealed);
  return { id, slug, clientId, clientSecret: new Secret(clientSecret) };
}
