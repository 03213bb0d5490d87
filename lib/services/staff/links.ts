import { createHash, randomBytes } from "node:crypto";

/** 256 random bits; only the hash is kept. */
export function createLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The token stands behind `#`, which browsers send to no server and no log holds. */
export function toLink(publicOrigin: string, token: string): string {
  return `${publicOrigin}/join#${token}`;
}
