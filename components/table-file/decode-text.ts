/** A file's text: UTF-8, UTF-16 with its byte order mark, or else what Windows writes in Western Europe or in Bulgaria. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isCyrillic(bytes) ? "windows-1251" : "windows-1252").decode(bytes);
  }
}

/**
 * Whether the bytes from 0xC0 are Cyrillic letters rather than Western ones with accents: Cyrillic words consist of them, a
 * Western word has them among plain letters. A letter that stands alone shows neither.
 */
function isCyrillic(bytes: Uint8Array): boolean {
  let balance = 0;
  let high = 0;
  let plain = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0xc0) high += 1;
    else if (isPlainLetter(byte)) plain += 1;
    else {
      if (plain > 0) balance -= high;
      else if (high > 1) balance += high;
      high = 0;
      plain = 0;
    }
  }
  return balance > 0;
}

function isPlainLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
