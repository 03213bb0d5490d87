import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";

export class VaultError extends Error {
  override name = "VaultError";
}

const nonceBytes = 12;
const tagBytes = 16;

type Plain = { plain: Uint8Array; additional: Uint8Array };

/**
 * AES-256-GCM with a random nonce: nonce, ciphertext, tag in one buffer. A key object is prepared once; plain bytes are
 * prepared at each call.
 */
export function encrypt(key: KeyObject, plain: Uint8Array, additional: Uint8Array): Buffer {
  return encryptWith(key, randomBytes(nonceBytes), { plain, additional });
}

/** As `encrypt`, each with its own random nonce; generating all nonces at once is cheaper. */
export function encryptAll(key: KeyObject, values: readonly Plain[]): Buffer[] {
  const nonces = randomBytes(nonceBytes * values.length);
  return values.map((value, at) => encryptWith(key, nonces.subarray(at * nonceBytes, (at + 1) * nonceBytes), value));
}

function encryptWith(key: KeyObject, nonce: Uint8Array, { plain, additional }: Plain): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(additional);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: KeyObject, sealed: Uint8Array, additional: Uint8Array): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new VaultError("A sealed value is too short.");
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(additional);
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new VaultError("A sealed value was changed or moved, or the key is not the right one.", { cause });
  }
}
