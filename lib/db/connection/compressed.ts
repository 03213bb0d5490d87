import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { VaultError } from "#lib/vault/aead.ts";

/**
 * Compresses short values one by one. The first byte names the format, so that others can be added later. `known`: text
 * that is stored beside the value and probably occurs in it; the value decompresses only with the same.
 */
export type Compression = {
  compress(plain: Uint8Array, known?: string): Buffer;
  decompress(stored: Uint8Array, known?: string): Buffer;
};

const asItIs = 0;
const withDictionary = 1;
const withKnownText = 2;

const checkBytes = 4;

/**
 * `dictionary`: typical text, with the most common parts last. Stored values need the same dictionary, so a better one
 * is a new format. Compress only one row's own content: together with our secrets, the length would reveal something
 * about them.
 */
export function createCompression(dictionary: string): Compression {
  const optionsWith = (known: string) => ({ dictionary: Buffer.from(`${dictionary}${known}`, "utf8"), level: 9 });
  const usual = optionsWith("");

  function compressed(plain: Uint8Array, known?: string): Buffer {
    if (known === undefined) return Buffer.concat([Buffer.of(withDictionary), deflateRawSync(plain, usual)]);
    return Buffer.concat([Buffer.of(withKnownText), checkOf(plain), deflateRawSync(plain, optionsWith(known))]);
  }

  return {
    compress(plain, known) {
      const smaller = compressed(plain, known);
      return smaller.length <= plain.length ? smaller : Buffer.concat([Buffer.of(asItIs), plain]);
    },
    decompress(stored, known) {
      const content = stored.subarray(1);
      if (stored[0] === asItIs) return Buffer.from(content);
      if (stored[0] === withDictionary) return inflateRawSync(content, usual);
      if (stored[0] === withKnownText && known !== undefined) return inflateKnown(content, optionsWith(known));
      throw new VaultError("A stored value has an unknown format.");
    },
  };
}

/** Without the check, other known text than at compression could result in another value instead of an error. */
function inflateKnown(content: Uint8Array, options: { dictionary: Buffer }): Buffer {
  const plain = inflateRawSync(content.subarray(checkBytes), options);
  if (checkOf(plain).equals(content.subarray(0, checkBytes))) return plain;
  throw new VaultError("A stored value does not belong to the text beside it.");
}

function checkOf(plain: Uint8Array): Buffer {
  const check = Buffer.alloc(checkBytes);
  check.writeUInt32BE(crc32(plain));
  return check;
}
