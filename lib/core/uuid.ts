/** The first 16 bytes as a UUID (RFC 9562). Version 7: its first six bytes are a time in milliseconds; 8: a hash of the caller's. */
export function toUuid(bytes: Uint8Array, version: 7 | 8): string {
  const own = Buffer.from(bytes.subarray(0, 16));
  own[6] = (version << 4) | ((own[6] ?? 0) & 0x0f);
  own[8] = 0x80 | ((own[8] ?? 0) & 0x3f);
  return own.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
