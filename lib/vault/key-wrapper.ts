import { createSecretKey } from "node:crypto";
import { decrypt, encrypt } from "./aead.ts";

/** A key-encryption key in memory or elsewhere (docs/security.md, rule 22). `id` is stored beside what it wrapped. */
export type KeyWrapper = { id: string; wrap(dataKey: Uint8Array): Buffer; unwrap(wrapped: Uint8Array): Buffer };

/** A wrapper with a 32-byte key in this process. */
export function createLocalWrapper({ id, key }: { id: string; key: Uint8Array }): KeyWrapper {
  const secret = createSecretKey(key);
  const additional = Buffer.from(`counterfoil data key ${id}`, "utf8");
  return {
    id,
    wrap: (dataKey) => encrypt(secret, dataKey, additional),
    unwrap: (wrapped) => decrypt(secret, wrapped, additional),
  };
}
