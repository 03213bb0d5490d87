import { createHmac, createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import { decrypt, encryptAll, VaultError } from "./aead.ts";
import { type KeyWrapper, wrappedKeyBytes } from "./key-wrapper.ts";

/** The row and column of a sealed value. The value is bound to them: moved elsewhere it does not open. */
export type SealContext = { table: string; row: string; column: string };

/** Envelope encryption of single values (docs/security.md, rule 22). Synchronous: all keys are in memory. */
export type Vault = {
  /** Seals with its own data key. The result is opaque and fits a plain bytea column. */
  seal(plain: string | Uint8Array, context: SealContext): Buffer;
  /** Seals several values under one data key, at about half the cost; each opens separately. */
  sealAll(values: readonly { plain: Uint8Array; context: SealContext }[]): Buffer[];
  /** Throws VaultError when the value was changed, moved, or wrapped by a key this process does not have. */
  open(sealed: Uint8Array, context: SealContext): Buffer;
  /** Keyed hash for exact search over values that must not be readable; equal text, equal hash. */
  hash(text: string): string;
  /** The id of the key that seals; values under another key wait for `npm run rewrap`. */
  keyId: string;
};

const formatVersion = 1;
const dataKeyBytes = 32;
/** Length of the header: one-letter key id, wrapped data key and an empty body, each with nonce and tag. */
const shortestSealed = 4 + wrappedKeyBytes + 28 - 1;

/**
 * The first wrapper seals; all open. The hash key is made from `hashSecret`, which must stay the same for
 * the life of the installation (it is sealed itself and survives key rotation).
 */
export function createVault({ wrappers, hashSecret }: { wrappers: readonly KeyWrapper[]; hashSecret: Uint8Array }): Vault {
  const current = currentOf(wrappers);
  const byId = new Map(wrappers.map((wrapper) => [wrapper.id, wrapper]));
  const hashKey = createSecretKey(Buffer.from(hkdfSync("sha256", hashSecret, "", "counterfoil identifier hash", 32)));

  function sealAll(values: readonly { plain: Uint8Array; context: SealContext }[]): Buffer[] {
    const dataKey = randomBytes(dataKeyBytes);
    const head = header(current.id, current.wrap(dataKey));
    const secret = createSecretKey(dataKey);
    dataKey.fill(0);
    const bound = values.map(({ plain, context }) => ({ plain, additional: boundTo(context, current.id) }));
    return encryptAll(secret, bound).map((encrypted) => Buffer.concat([head, encrypted]));
  }

  return {
    sealAll,
    seal: (plain, context) => Buffer.concat(sealAll([{ plain: Buffer.from(plain), context }])),
    open(sealed, context) {
      const { keyId, wrapped, body } = split(Buffer.from(sealed));
      const wrapper = byId.get(keyId);
      if (!wrapper) throw new VaultError(`No key "${keyId}" in VAULT_KEYS, which this value was sealed with.`);
      const dataKey = wrapper.unwrap(wrapped);
      const secret = createSecretKey(dataKey);
      dataKey.fill(0);
      return decrypt(secret, body, boundTo(context, keyId));
    },
    keyId: current.id,
    hash: (text) => createHmac("sha256", hashKey).update(text, "utf8").digest("base64url"),
  };
}

/** The first bytes of every value sealed under a key: the database finds values of other keys by them. */
export function sealPrefix(keyId: string): Buffer {
  const id = Buffer.from(keyId, "utf8");
  return Buffer.concat([Buffer.from([formatVersion, id.length]), id]);
}

/** The key id that a sealed value names. */
export function sealedKeyId(sealed: Uint8Array): string {
  return split(Buffer.from(sealed)).keyId;
}

/** Whether bytes may be a sealed value; only opening it proves that. */
export function isSealed(bytes: Uint8Array): boolean {
  return bytes[0] === formatVersion && bytes.length > shortestSealed;
}

function currentOf([current]: readonly KeyWrapper[]): KeyWrapper {
  if (!current) throw new VaultError("The vault needs at least one key.");
  return current;
}

function header(keyId: string, wrapped: Buffer): Buffer {
  return Buffer.concat([sealPrefix(keyId), Buffer.from([wrapped.length]), wrapped]);
}

function split(sealed: Buffer): { keyId: string; wrapped: Buffer; body: Buffer } {
  const idLength = sealed[1];
  if (sealed[0] !== formatVersion || idLength === undefined) throw new VaultError("A sealed value has an unknown format.");
  const wrappedAt = 2 + idLength;
  const wrappedLength = sealed[wrappedAt] ?? 0;
  const bodyAt = wrappedAt + 1 + wrappedLength;
  return {
    keyId: sealed.subarray(2, wrappedAt).toString("utf8"),
    wrapped: sealed.subarray(wrappedAt + 1, bodyAt),
    body: sealed.subarray(bodyAt),
  };
}

function boundTo({ table, row, column }: SealContext, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([formatVersion, keyId, table, row, column]), "utf8");
}
