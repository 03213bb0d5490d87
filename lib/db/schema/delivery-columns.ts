import { customType } from "drizzle-orm/pg-core";
import { createCompression } from "../connection/compressed.ts";

/** An endpoint id in half the space. */
export const endpointId = customType<{ data: string; driverData: string }>({
  dataType: () => "uuid",
  fromDriver: (stored) => stored.replaceAll("-", ""),
});

const hashKeyBytes = 16;

/** The first 128 bits of a hash, for keys that are not worth forging: no two collide by chance. */
export const hashKey = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => "uuid",
  toDriver: toHashKey,
  fromDriver: (stored) => Buffer.from(stored.replaceAll("-", ""), "hex"),
});

export function toHashKey(hash: Uint8Array): string {
  return Buffer.from(hash.subarray(0, hashKeyBytes)).toString("hex");
}

const signedKeyBytes = 23;

/**
 * The same for a signed text's SHA-256, but longer: a shop controls much of that text, and a collision would hide a
 * notification. One more byte would cost eight bytes per index entry.
 */
export const signedKey = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: toSignedKey,
});

export function toSignedKey(hash: Uint8Array): Buffer {
  return Buffer.from(hash.subarray(0, signedKeyBytes));
}

const { compress, decompress } = createCompression(
  [
    "x-forwarded-proto: https\nx-real-ip: \nx-request-id: \ntraceparent: 00-\nvia: 1.1 \ntransfer-encoding: chunked\ndate:  GMT",
    "accept-language: en\naccept-encoding: gzip, deflate, br\nx-forwarded-for: 10.\nhost: localhost\nuser-agent: Mozilla/5.0 Java/1.8 Apache-HttpClient/4.5",
    "content-type: application/x-www-form-urlencoded; charset=utf-8\ncontent-length: 6\naccept: */*\nconnection: keep-alive",
  ].join("\n"),
);

/** Header lines as in HTTP. */
export const headerLines = customType<{ data: { name: string; value: string }[]; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: toHeaderLines,
  fromDriver: (stored) =>
    decompress(stored)
      .toString("utf8")
      .split("\n")
      .flatMap((line) => {
        const at = line.indexOf(": ");
        return at < 0 ? [] : [{ name: line.slice(0, at), value: line.slice(at + 2) }];
      }),
});

export function toHeaderLines(headers: readonly { name: string; value: string }[]): Buffer {
  return compress(Buffer.from(headers.map(({ name, value }) => `${name}: ${value.replaceAll("\n", " ")}`).join("\n")));
}
