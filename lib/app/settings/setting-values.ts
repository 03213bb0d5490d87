import { z } from "zod";
import { trimEndOf } from "#lib/core/trim-end.ts";
import { type Network, parseNetwork } from "#lib/http/peer-address.ts";

export type SessionKey = { id: string; secret: string };
/** `key` is 32 bytes. */
export type VaultKey = { id: string; key: Buffer };

const secretLengthMin = 32;
const vaultKeyBytes = 32;
const idPattern = /^[A-Za-z0-9_-]{1,32}$/;

export const wholeNumber = (min: number, max: number, text: string) =>
  z
    .string()
    .regex(/^\d{1,13}$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text);

export function isLoopbackName(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Whether only programs on this machine reach the app: neither another address, nor another name, nor a proxy leads to it. */
export function isOnThisMachineOnly({ host, isLocalOrigin, trustedProxies = [] }: Reach): boolean {
  return isLocalOrigin && trustedProxies.length === 0 && (host === "::1" || isLoopbackName(host));
}

type Reach = { host: string; isLocalOrigin: boolean; trustedProxies?: readonly unknown[] };

/** `id:secret,id:secret`; iron-session requires at least 32 characters. */
export function parseSessionKeys(text: string, context: z.RefinementCtx<string>): SessionKey[] {
  return parsePairs(text, context).flatMap(({ id, value }) => {
    if (value.length >= secretLengthMin) return [{ id, secret: value }];
    context.addIssue(`has a secret "${id}" shorter than ${secretLengthMin} characters; make it of 32 random bytes.`);
    return [];
  });
}

/** `id:base64(32 bytes)`, several with commas between. */
export function parseVaultKeys(text: string, context: z.RefinementCtx<string>): VaultKey[] {
  return parsePairs(text, context).flatMap(({ id, value }) => {
    const key = Buffer.from(value, "base64");
    if (key.length === vaultKeyBytes && trimEndOf(key.toString("base64"), "=") === trimEndOf(value, "=")) return [{ id, key }];
    context.addIssue(`has a key "${id}" that is not 32 bytes in base64; make one with: openssl rand -base64 32`);
    return [];
  });
}

/** `host` or `host:port` in lower case, or undefined when the text is neither. */
function parseHostPort(text: string): string | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(:\d{1,5})?$/i.test(text) || !URL.canParse(`ftp://${text}`)) return undefined;
  return text.toLowerCase();
}

export function toOrigin(text: string, context: z.RefinementCtx<string>): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && (url.protocol === "http:" || url.protocol === "https:") && url.origin === text.toLowerCase();
  if (!isPlain) {
    context.addIssue("is not an origin; write only scheme, host and port, like https://desk.example.com, with nothing after it.");
    return z.NEVER;
  }
  if (url.protocol === "http:" && !isLoopbackName(url.hostname)) {
    context.addIssue("must begin with https:// unless it is localhost; sign-in cookies are sent over nothing else.");
    return z.NEVER;
  }
  return url.origin;
}

export function toHosts(text: string, context: z.RefinementCtx<string>): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.flatMap((entry) => {
    const host = parseHostPort(entry);
    if (host) return [host];
    context.addIssue(`has "${entry}", which is not a host; write host:port, several with commas between, without https://.`);
    return [];
  });
}

export function toNetworks(text: string, context: z.RefinementCtx<string>): Network[] {
  return text.split(",").flatMap((entry) => {
    const network = parseNetwork(entry.trim());
    if (network) return [network];
    context.addIssue(`has "${entry.trim()}", which is no address; write 10.0.0.1 or 10.0.0.0/8, several with commas between.`);
    return [];
  });
}

export const databaseUrlForm = "is not a PostgreSQL address; write postgres://user:password@host:5432/database.";

export function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text) && ["postgres:", "postgresql:"].includes(new URL(text).protocol);
}

export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname))) && search === "" && hash === "";
}

function parsePairs(text: string, context: z.RefinementCtx<string>): { id: string; value: string }[] {
  const pairs = text.split(",").map((entry) => {
    const at = entry.indexOf(":");
    return { id: entry.slice(0, Math.max(at, 0)).trim(), value: entry.slice(at + 1).trim() };
  });
  if (pairs.some(({ id, value }) => !idPattern.test(id) || !value)) {
    context.addIssue(
      "is not a list of id:secret; write each as id:secret with commas between, an id of letters, digits, - and _.",
    );
    return [];
  }
  if (new Set(pairs.map(({ id }) => id)).size < pairs.length) context.addIssue("names one id twice; give each key its own.");
  return pairs;
}

/** Also parses a PUBLIC_ORIGIN that is refused for another reason, so that all mistakes are reported at once. */
export function originOf(text: string | undefined): string | undefined {
  return text && /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}
