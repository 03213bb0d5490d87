import { crc32 } from "node:zlib";

const magic = Buffer.from("CFN1");
const headBytes = magic.length + 8;

/** Magic, length, checksum, payload: truncated or damaged frames are detected and skipped. */
export function toFrame(payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32BE(payload.length, magic.length);
  head.writeUInt32BE(crc32(payload), magic.length + 4);
  return Buffer.concat([head, payload]);
}

export type Frames = {
  payloads: Buffer[];
  /** The bytes that belong to no intact frame: damaged, or an incomplete write. */
  unreadable: Buffer[];
};

/** Every intact frame in order, and the bytes that belong to none. */
export function readFrames(bytes: Buffer): Frames {
  const payloads: Buffer[] = [];
  const unreadable: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const payload = readFrame(bytes, at);
    if (payload) {
      payloads.push(payload);
      at += headBytes + payload.length;
      continue;
    }
    const next = findFrame(bytes, at + 1);
    const end = next < 0 ? bytes.length : next;
    unreadable.push(bytes.subarray(at, end));
    at = end;
  }
  return { payloads, unreadable };
}

function findFrame(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(magic, from); at >= 0; at = bytes.indexOf(magic, at + 1)) {
    if (readFrame(bytes, at)) return at;
  }
  return -1;
}

function readFrame(bytes: Buffer, at: number): Buffer | undefined {
  if (at + headBytes > bytes.length || !bytes.subarray(at, at + magic.length).equals(magic)) return undefined;
  const start = at + headBytes;
  const end = start + bytes.readUInt32BE(at + magic.length);
  if (end > bytes.length) return undefined;
  const payload = bytes.subarray(start, end);
  return crc32(payload) === bytes.readUInt32BE(at + magic.length + 4) ? payload : undefined;
}
