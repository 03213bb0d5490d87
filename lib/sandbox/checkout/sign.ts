import { createSign } from "node:crypto";

export type Fields = readonly (readonly [string, string])[];

/**
 * Signs a message as the gateway does (docs/notifications.md, rule 4): values joined by "-" in order, base64, RSA
 * PKCS#1 v1.5 with SHA-256. Independent of lib/notifications on purpose, so that each verifies the other.
 */
export function signFields(fields: Fields, privateKeyPem: string): string {
  const text = fields.map(([, value]) => value).join("-");
  return createSign("RSA-SHA256").update(Buffer.from(text, "utf8").toString("base64")).sign(privateKeyPem, "base64");
}

/** The form body as PHP encodes it: a space is "+", and everything but letters, digits and "-_." is escaped. */
export function toPhpForm(fields: Fields): string {
  return fields.map(([name, value]) => `${phpEncode(name)}=${phpEncode(value)}`).join("&");
}

function phpEncode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}
