import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { decrypt, VaultError } from "./aead.ts";

/** A key-encryption key in memory or elsewhere (docs/security.md, rule 22). `id` is stored beside what it wrapped. */
export type KeyWrapper = { id: string; wrap(dataKey: Uint8Array): Buffer; unwrap(wrapped: Uint8Array): Buffer };

export const wrappedKeyBytes = 40;
/** The initial value of RFC 3394, by which unwrapping notices a changed value or another key. */
const initialValue = Buffer.alloc(8, 0xa6);
const algorithm = "id-aes256-wrap";

/** A wrapper with a 32-byte key in this process: AES Key Wrap, made for keys, which are random and need no nonce. */
export function createLocalWrapper({ id, key }: { id: string; key: Uint8Array }): KeyWrapper {
  const purpose = `counterfoil data key ${id}`;
  const wrapKey = createSecretKey(Buffer.from(hkdfSync("sha256", key, "", purpose, 32)));
  const sealKey = createSecretKey(key);
  return {
    id,
    wrap: (dataKey) => {
      const cipher = createCipheriv(algorithm, wrapKey, initialValue);
      return Buffer.concat([cipher.update(dataKey), cipher.final()]);
    },
    // Longer ones were wrapped with AES-256-GCM.
    unwrap: (wrapped) =>
      wrapped.length === wrappedKeyBytes ? unwrapWith(wrapKey, wrapped) : decrypt(sealKey, wrapped, Buffer.from(purpose, "utf8")),
  };
}

function unwrapWith(key: KeyObject, wrapped: Uint8Array): Buffer {
  const decipher = createDecipheriv(algorithm, key, initialValue);
  try {
    return Buffer.concat([decipher.update(wrapped), decipher.final()]);
  } catch (cause) {
    throw new VaultError("A data key was changed, or the key is not the right one.", { cause });
  }
}
