import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { World } from "../world.ts";

export type Issued = { kind: "token" | "session"; value: string; seconds: number; group: string; scope: string };

/** Expired ones are deleted once in this many calls, since the search is slow with thousands of sessions. */
const cleaningOneIn = 50;

/** Stores only a hash; `at` is the expiry. */
export async function remember({ storage, now }: World, { kind, value, seconds, group, scope }: Issued): Promise<void> {
  if (Math.random() < 1 / cleaningOneIn) await storage.removeRange(kind, { to: now() - 60_000 });
  await storage.insert({ kind, key: hashed(value), group, at: now() + seconds * 1_000, tag: scope, value: null });
}

/** The data of a token or session that has not expired. */
export async function recall(
  { storage, now }: World,
  kind: Issued["kind"],
  value: string,
): Promise<{ group: string; scopes: string[] } | undefined> {
  const record = await storage.find(kind, hashed(value));
  return record && record.at > now() ? { group: record.group, scopes: record.tag.split(" ") } : undefined;
}

/** A bearer token in the form of a JWT, like the real gateway's. */
export function makeToken(world: World, scope: string): string {
  const now = Math.floor(world.now() / 1_000);
  const claims = { iss: world.baseUrl, client_id: world.integration.clientId, scope, iat: now, jti: randomUUID() };
  const [head, body] = [
    { alg: "HS256", typ: "JWT" },
    { ...claims, exp: now + world.settings.tokenSeconds },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return `${head}.${body}.${signToken(world, `${head}.${body}`)}`;
}

/** True for every token that was made here, also for one that has ended. */
export function isOwnToken(world: World, token: string): boolean {
  const end = token.lastIndexOf(".");
  return end > 0 && isEqual(token.slice(end + 1), signToken(world, token.slice(0, end)));
}

function signToken({ controlKey }: World, text: string): string {
  return createHmac("sha256", controlKey).update(text).digest("base64url");
}

function hashed(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

/** Compares in constant time. */
export function isEqual(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
