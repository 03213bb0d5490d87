import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { createSigner } from "../testing/sign.ts";
import { readVector } from "../testing/vectors.ts";
import { type NotifyCertificate, parseCertificateInput, readPublicKey } from "./certificate.ts";

const { certPem, publicKeyPem } = readVector("genuine-notify-2024");

function accept(input: string): { certificates: NotifyCertificate[]; sid: string | null; keyIndex: string | null } {
  const result = parseCertificateInput(input);
  if ("problem" in result) throw new Error(result.problem.message);
  return result;
}

function refuse(input: string): string {
  const result = parseCertificateInput(input);
  return "problem" in result ? result.problem.message : "accepted";
}

test("a certificate and its bare key are the same 1024-bit key", () => {
  const [fromCertificate] = accept(certPem).certificates;
  const [fromKey] = accept(publicKeyPem).certificates;
  expect(fromCertificate).toMatchObject({ keyBits: 1024, label: "myPOS", publicKeyPem });
  expect(fromCertificate?.validUntil?.toISOString()).toBe("2028-10-09T07:09:13.000Z");
  expect(fromKey?.fingerprint).toBe(fromCertificate?.fingerprint);
  expect(fromKey?.validFrom).toBeNull();
});

test("PEM with literal line breaks, as in an .env file, is read", () => {
  expect(accept(certPem.replaceAll("\n", "\\n")).certificates).toHaveLength(1);
  expect(accept(publicKeyPem.replaceAll("\n", "\\r\\n")).certificates).toHaveLength(1);
  expect(accept(certPem.replaceAll("\n", "\r\n")).certificates).toHaveLength(1);
});

test("several blocks pasted together are several keys", () => {
  expect(accept(`${certPem}\n${createSigner().publicKeyPem}`).certificates.map(({ keyBits }) => keyBits)).toEqual([1024, 2048]);
});

test("the vendor's configuration pack gives certificate, SID and key index, and its private key is discarded", () => {
  const pk = createSigner().privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const pack = { sid: "000000000000010", cn: "61938166610", pk, pc: certPem.replaceAll("\n", "\r\n"), idx: 1 };
  const encoded = Buffer.from(JSON.stringify(pack)).toString("base64");
  const result = accept(`${encoded.slice(0, 60)}\n${encoded.slice(60)}`);
  expect(result).toMatchObject({ sid: "000000000000010", keyIndex: "1" });
  expect(result.certificates[0]?.keyBits).toBe(1024);
  expect(JSON.stringify(result)).not.toContain("PRIVATE");
});

test("a certificate with an empty serial number, as printed in the vendor's handbook, can still be read", () => {
  const der = Buffer.from(certPem.replace(/-----[^-]+-----|\s+/g, ""), "base64");
  const serial = der.indexOf(Buffer.from([0x02, 0x09]));
  const broken = Buffer.concat([der.subarray(0, serial), Buffer.from([0x02, 0x00]), der.subarray(serial + 11)]);
  broken.writeUInt16BE(der.readUInt16BE(2) - 9, 2);
  broken.writeUInt16BE(der.readUInt16BE(6) - 9, 6);
  const pem = `-----BEGIN CERTIFICATE-----\n${broken.toString("base64")}\n-----END CERTIFICATE-----`;
  expect(accept(pem).certificates[0]?.publicKeyPem).toBe(publicKeyPem);
});

test("a private key is refused with its own message", () => {
  expect(refuse(createSigner().privateKey.export({ format: "pem", type: "pkcs8" }).toString())).toMatch(/private key/);
});

test("an unusable key is refused with a reason", () => {
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "pem", type: "spki" }).toString();
  const small = generateKeyPairSync("rsa", { modulusLength: 512 }).publicKey.export({ format: "pem", type: "spki" }).toString();
  expect(refuse(curve)).toMatch(/RSA/);
  expect(refuse(small)).toMatch(/512/);
  expect(refuse("hello there")).toMatch(/neither/);
  expect(refuse(Buffer.from("[1,2]").toString("base64"))).toMatch(/no certificate/);
  expect(refuse(certPem.slice(0, 300))).toMatch(/cut off/);
  expect(refuse(certPem.replace("MIIB", "AAAA"))).toMatch(/can't be read/);
});

test("a stored key that can no longer be read is null, not an exception", () => {
  expect(readPublicKey(publicKeyPem)?.asymmetricKeyType).toBe("rsa");
  expect(readPublicKey("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----")).toBeNull();
});
