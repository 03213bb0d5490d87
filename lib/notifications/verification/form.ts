/** One received pair, decoded. Bytes are what was signed; texts (U+FFFD for what is not UTF-8) are for reading. */
export type Pair = {
  name: Buffer;
  value: Buffer;
  nameText: string;
  valueText: string;
  /** `nameText` in lower case. */
  lowerName: string;
};

export const pairsMax = 256;

const ampersand = 0x26;
const equals = 0x3d;
const plus = 0x2b;
const percent = 0x25;
const space = 0x20;

/**
 * `application/x-www-form-urlencoded` bytes as pairs in received order (docs/notifications.md, rule 3): split on "&",
 * each on its first "=", "+" is a space, %XX a byte, a bare "%" stays. Empty pieces ("&&") are skipped.
 * Undefined when there are more than `pairsMax`. Never throws.
 */
export function parseForm(body: Uint8Array): Pair[] | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const pairs: Pair[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(ampersand, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start) {
      if (pairs.length === pairsMax) return undefined;
      pairs.push(toPair(bytes.subarray(start, end)));
    }
    start = end + 1;
  }
  return pairs;
}

function toPair(piece: Buffer): Pair {
  const at = piece.indexOf(equals);
  const name = decode(at < 0 ? piece : piece.subarray(0, at));
  const value = decode(at < 0 ? piece.subarray(piece.length) : piece.subarray(at + 1));
  const nameText = name.toString("utf8");
  return { name, value, nameText, valueText: value.toString("utf8"), lowerName: nameText.toLowerCase() };
}

function decode(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let index = 0; index < encoded.length; index++) {
    const byte = encoded[index] ?? 0;
    const high = byte === percent ? hexDigit(encoded[index + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(encoded[index + 2]);
    if (low >= 0) {
      decoded[length++] = high * 16 + low;
      index += 2;
    } else {
      decoded[length++] = byte === plus ? space : byte;
    }
  }
  return decoded.subarray(0, length);
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** A name for comparison: in lower case and without a `[…]` suffix (docs/notifications.md, rule 6). */
export function canonicalName(pair: Pair): string {
  const isText = !pair.nameText.includes("\ufffd");
  const text = isText ? pair.lowerName : `\u0000${pair.name.toString("latin1")}`.toLowerCase();
  const bracket = text.indexOf("[");
  return bracket < 0 ? text : text.slice(0, bracket);
}

/** The first pair of that name, without regard to case. */
export function findPair(pairs: readonly Pair[], name: string): Pair | undefined {
  const wanted = name.toLowerCase();
  return pairs.find(({ lowerName }) => lowerName === wanted);
}
