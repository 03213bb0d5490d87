import { X509Certificate } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type NotifyCertificate, parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { createTestSandbox } from "../testing/test-sandbox.ts";

type Store = { merchant: string; sid: string; publicKeyPem: string; certificatePem: string; configurationPack: string };

const { control, sandbox } = createTestSandbox();
const listStores = async (): Promise<Store[]> => JSON.parse((await control("GET", "stores")).text);

let stores: Store[];
beforeAll(async () => {
  stores = await listStores();
});

function accept(input: string): { certificates: NotifyCertificate[]; sid: string | null; keyIndex: string | null } {
  const parsed = parseCertificateInput(input);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  return parsed;
}

test("every store has a certificate of its own key, signed with it, that holds for years", () => {
  for (const { publicKeyPem, certificatePem } of stores) {
    const certificate = new X509Certificate(certificatePem);
    expect(certificate.publicKey.export({ format: "pem", type: "spki" })).toBe(publicKeyPem);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect([certificate.validFromDate.getUTCFullYear(), certificate.validToDate.getUTCFullYear()]).toEqual([2026, 2049]);
  }
  expect(new Set(stores.map(({ certificatePem }) => new X509Certificate(certificatePem).serialNumber)).size).toBe(stores.length);
});

test("it is the same on every call", async () => {
  const [again, keys] = await Promise.all([listStores(), sandbox.notifyKeys()]);
  expect(again).toEqual(stores);
  expect(keys.map(({ certificatePem }) => certificatePem)).toEqual(stores.map(({ certificatePem }) => certificatePem));
});

test("public key, certificate and configuration pack are one key to the dashboard; the pack names its store", () => {
  for (const { sid, publicKeyPem, certificatePem, configurationPack } of stores) {
    const [key, certificate, pack] = [publicKeyPem, certificatePem, configurationPack].map(accept);
    const fingerprint = key?.certificates[0]?.fingerprint;
    expect(certificate?.certificates).toMatchObject([{ fingerprint, label: "Sandbox gateway", keyBits: 2048 }]);
    expect(pack).toMatchObject({ sid, keyIndex: "1", certificates: [{ fingerprint }] });
  }
});

test("the pack contains the merchant's private key, never the gateway's", async () => {
  const keys = await sandbox.notifyKeys();
  for (const { configurationPack } of stores) {
    const pack = JSON.parse(Buffer.from(configurationPack, "base64").toString("utf8"));
    expect(Object.keys(pack)).toEqual(["sid", "cn", "pk", "pc", "idx"]);
    expect(pack.cn).toMatch(/^\d{11}$/);
    expect(pack.pk).toMatch(/^-----BEGIN PRIVATE KEY-----\r\n/);
    expect(keys.map(({ privateKeyPem }) => privateKeyPem)).not.toContain(pack.pk.replaceAll("\r\n", "\n"));
  }
});
