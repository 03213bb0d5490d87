import { deflateRawSync, inflateRawSync } from "node:zlib";
import { VaultError } from "#lib/vault/aead.ts";

/** Makes short values small, each by itself; what is written first says how, so that another way can come later. */
export type Compression = { compress(plain: Uint8Array): Buffer; decompress(stored: Uint8Array): Buffer };

const asItIs = 0;
const withDictionary = 1;

/**
 * `dictionary`: text as most values have it, what is usual last. Stored values need it as it was: a better one becomes
 * another format beside it. Of one row's own content alone: beside a secret of ours the length would tell of it.
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
