import { createHash, createPublicKey, sign } from "node:crypto";
import type { StoreKeys } from "./store-keys.ts";

const sequence = 0x30;
const set = 0x31;
const integer = 0x02;
const bitString = 0x03;
const utf8 = 0x0c;
const utcTime = 0x17;

/** sha256WithRSAEncryption, and commonName. */
const signatureAlgorithm = element(sequence, Buffer.from("06092a864886f70d01010b0500", "hex"));
const commonName = Buffer.from("0603550403", "hex");

/** A period that includes the clocks of all tests. */
const validity = element(sequence, element(utcTime, "260101000000Z"), element(utcTime, "491231235959Z"));
const gatewayName = "Sandbox gateway";

/** An X.509 certificate (RFC 5280, 4.1) of a store's public key, signed with its own private key; always the same. */
export function toCertificatePem({ publicKeyPem, privateKeyPem }: StoreKeys): string {
  const key = createPublicKey(publicKeyPem).export({ format: "der", type: "spki" });
  const serial = Buffer.concat([Buffer.from([1]), createHash("sha256").update(key).digest().subarray(0, 8)]);
  const name = element(sequence, element(set, element(sequence, commonName, element(utf8, gatewayName))));
  const body = element(sequence, element(integer, serial), signatureAlgorithm, name, validity, name, key);
  const signature = element(bitString, Buffer.from([0]), sign("RSA-SHA256", body, privateKeyPem));
  const base64 = element(sequence, body, signatureAlgorithm, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`;
}

/** One DER element: its tag, its length in as few bytes as it takes, its parts. */
function element(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = content.length.toString(16);
  const bytes = Buffer.from(length.length % 2 === 0 ? length : `0${length}`, "hex");
  const head = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.from(head), content]);
}
