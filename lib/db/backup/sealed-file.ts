import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { SealContext, Vault } from "#lib/vault/vault.ts";
import { BackupError } from "./backup-error.ts";

export type Sealer = Pick<Vault, "seal" | "open">;
/** `name` is what the content is bound to: of which backup and which table it is. */
type SealedFile = { file: string; name: string; sealer: Sealer };
type WrittenFile = { bytes: number; sha256: string };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const lengthBytes = 4;
/** A block is about a megabyte, but one row may be longer. */
const partBytesMax = 2 ** 31 - 1;

/**
 * Writes each block compressed and sealed, so that memory stays bounded. A part is bound to its place in the file and to
 * being the last one: parts that are missing, added or moved do not open. Resolves when the file is on disk.
 */
export async function writeSealed({ file, name, sealer }: SealedFile, blocks: AsyncIterable<Buffer>): Promise<WrittenFile> {
  const handle = await open(file, "wx", 0o600);
  const digest = createHash("sha256");
  let bytes = 0;
  const write = async (part: Buffer) => {
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(part.length);
    const framed = Buffer.concat([length, part]);
    digest.update(framed);
    await handle.writeFile(framed);
    bytes += framed.length;
  };
  try {
    let index = 0;
    let previous: Buffer | undefined;
    for await (const block of blocks) {
      if (previous) await write(sealer.seal(previous, placeOf(name, index++, false)));
      previous = await compress(block, compression);
    }
    await write(sealer.seal(previous ?? (await compress(Buffer.alloc(0))), placeOf(name, index, true)));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: digest.digest("hex") };
}

/** The blocks as they were written. Throws VaultError when the content was changed, moved or cut. */
export async function* readSealed({ file, name, sealer }: SealedFile): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    for (let at = 0, index = 0; at < size; index++) {
      const length = (await readBytes(handle, at, lengthBytes)).readUInt32BE();
      if (length > partBytesMax || at + lengthBytes + length > size) throw new BackupError(`${file} is damaged.`);
      const part = await readBytes(handle, at + lengthBytes, length);
      at += lengthBytes + length;
      const block = await decompress(sealer.open(part, placeOf(name, index, at >= size)));
      if (block.length > 0) yield block;
    }
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of a file, as `writeSealed` gives it. */
export async function hashFile(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) digest.update(chunk);
  return digest.digest("hex");
}

async function readBytes(handle: FileHandle, at: number, count: number): Promise<Buffer> {
  const buffer = Buffer.alloc(count);
  for (let read = 0; read < count; ) {
    const { bytesRead } = await handle.read(buffer, read, count - read, at + read);
    if (bytesRead === 0) throw new BackupError("A file of the backup became shorter while it was read.");
    read += bytesRead;
  }
  return buffer;
}

function placeOf(name: string, index: number, isLast: boolean): SealContext {
  return { table: "backup", row: name, column: isLast ? `${index} last` : String(index) };
}
