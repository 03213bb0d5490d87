import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { nameText } from "#lib/core/given-name.ts";
import type { Message } from "#lib/core/text.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { findPublicKeyInfo } from "./public-key-info.ts";

/** A key that signs notifications, ready to store. The dates are informational and never cause a rejection. */
export type NotifyCertificate = {
  publicKeyPem: string;
  label: string;
  /** SHA-256 of the key's DER (SubjectPublicKeyInfo), hex: the same for a certificate and its bare key. */
  fingerprint: string;
  keyBits: number;
  validFrom: Date | null;
  validUntil: Date | null;
};

export type CertificateInput =
  | { certificates: NotifyCertificate[] /** From a configuration pack. */; sid: string | null; keyIndex: string | null }
  | { problem: Message };

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;

/**
 * Parses what an administrator pastes as the gateway's certificate: CERTIFICATE or PUBLIC KEY PEM (several at once, also with
 * literal \n), or the vendor's configuration pack, base64 of JSON {sid, cn, pk, pc, idx}. The pack's private
 * key `pk` is ignored. Expired certificates and 1024-bit keys are accepted (docs/notifications.md, rule 4).
 */
export function parseCertificateInput(input: string): CertificateInput {
  const text = normalisePem(input);
  if (text.includes("-----BEGIN")) return parsePem(text);
  return parsePack(text) ?? { problem: notificationText("certificate_unknown_form") };
}

/** The stored PEM as a key, or null when it can no longer be read. */
export function readPublicKey(publicKeyPem: string): KeyObject | null {
  try {
    const key = createPublicKey(publicKeyPem);
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}

function normalisePem(input: string): string {
  return input.replaceAll("\\r", "").replaceAll("\\n", "\n").replaceAll("\r", "").trim();
}

function parsePem(text: string): CertificateInput {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    return { problem: notificationText("certificate_is_private_key") };
  }
  const certificates: NotifyCertificate[] = [];
  for (const [block, kind] of text.matchAll(pemBlock)) {
    const certificate = kind === "CERTIFICATE" ? fromCertificate(block) : fromPublicKey(block);
    if ("problem" in certificate) return certificate;
    certificates.push(certificate);
  }
  if (certificates.length === 0) return { problem: notificationText("pem_damaged") };
  return { certificates, sid: null, keyIndex: null };
}

function parsePack(text: string): CertificateInput | undefined {
  const pack = decodePack(text);
  if (!pack) return undefined;
  if (typeof pack.pc !== "string") return { problem: notificationText("pack_without_certificate") };
  const parsed = parsePem(normalisePem(pack.pc));
  if ("problem" in parsed) return { problem: notificationText("pack_certificate_unusable", { problem: parsed.problem }) };
  return { ...parsed, sid: toText(pack.sid), keyIndex: toText(pack.idx) };
}

function decodePack(text: string): { sid?: unknown; pc?: unknown; idx?: unknown } | undefined {
  const compact = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(compact, "base64").toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function fromCertificate(pem: string): NotifyCertificate | { problem: Message } {
  try {
    const certificate = new X509Certificate(pem);
    const label = /CN=([^\n]+)/.exec(certificate.subject)?.[1] ?? /O=([^\n]+)/.exec(certificate.subject)?.[1];
    return toCertificate(certificate.publicKey, {
      label: label ?? nameText("name_certificate").message,
      validFrom: toDate(certificate.validFrom),
      validUntil: toDate(certificate.validTo),
    });
  } catch {
    return fromDamagedCertificate(pem);
  }
}

/** The test certificate printed in the vendor's handbook has an empty serial number, which OpenSSL 3 cannot read. */
function fromDamagedCertificate(pem: string): NotifyCertificate | { problem: Message } {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s+/g, ""), "base64");
  const info = findPublicKeyInfo(der);
  const key = info && readDer(info);
  if (!key) return { problem: notificationText("certificate_unreadable") };
  return toCertificate(key, { label: nameText("name_certificate").message, validFrom: null, validUntil: null });
}

function readDer(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

function fromPublicKey(pem: string): NotifyCertificate | { problem: Message } {
  try {
    return toCertificate(createPublicKey(pem), { label: nameText("name_public_key").message, validFrom: null, validUntil: null });
  } catch {
    return { problem: notificationText("public_key_unreadable") };
  }
}

type CertificateFacts = Pick<NotifyCertificate, "label" | "validFrom" | "validUntil">;

function toCertificate(key: KeyObject, facts: CertificateFacts): NotifyCertificate | { problem: Message } {
  const keyBits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== "rsa" || keyBits === undefined) return { problem: notificationText("key_not_rsa") };
  if (keyBits < 1024 || keyBits > 8192) return { problem: notificationText("key_size_unusable", { bits: keyBits }) };
  return {
    ...facts,
    label: facts.label.slice(0, 80),
    publicKeyPem: key.export({ format: "pem", type: "spki" }).toString(),
    fingerprint: createHash("sha256")
      .update(key.export({ format: "der", type: "spki" }))
      .digest("hex"),
    keyBits,
  };
}

function toDate(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
