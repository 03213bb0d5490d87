import { deflateRawSync, inflateRawSync } from "node:zlib";
import { VaultError } from "#lib/vault/aead.ts";

/** Compresses short values one by one. The first byte names the format, so that others can be added later. */
export type Compression = { compress(plain: Uint8Array): Buffer; decompress(stored: Uint8Array): Buffer };

const asItIs = 0;
const withDictionary = 1;

/**
 * `dictionary`: typical text, with the most common parts last. Stored values need the same dictionary, so a better one
 * is a new format. Compress only one row's own content: together with our secrets, the length would reveal something
 * about them.
 */
export function createCompression(dictionary: string): Compression {
  const options = { dictionary: Buffer.from(dictionary, "utf8"), level: 9 };
  return {
    compress(plain) {
      const smaller = deflateRawSync(plain, options);
      return smaller.length < plain.length
        ? Buffer.concat([Buffer.of(withDictionary), smaller])
        : Buffer.concat([Buffer.of(asItIs), plain]);
    },
    decompress(stored) {
      const content = stored.subarray(1);
      if (stored[0] === asItIs) return Buffer.from(content);
      if (stored[0] === withDictionary) return inflateRawSync(content, options);
      throw new VaultError("A stored value has an unknown format.");
    },
  };
}
