import { createHash, randomBytes } from "node:crypto";

/** 256 random bits; only the hash is stored. */
export function createLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The address where a link of this kind is used. The token comes after `#`, which browsers do not send to servers, so no log contains it. */
export function toLink(publicOrigin: string, token: string, page: "join" | "login" = "join"): string {
  return `${publicOrigin}/${page}#${token}`;
}
