import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { RateLimit } from "#lib/db/staff/rate-limits.ts";

/**
 * The two rate limits of a sign-in: per peer and account, and per peer. Never per account alone, so that an account cannot be
 * locked from elsewhere; both refill over time.
 */
export function signInLimits(peer: string | null, email: string): RateLimit[] {
  const network = networkOf(peer);
  return [
    { key: keyOf(`${network}\n${email.toLowerCase()}`), capacity: 6, perSecond: 1 / 10 },
    { key: keyOf(network), capacity: 60, perSecond: 1 },
  ];
}

/**
 * The rate limit of codes for one account: at one a minute six digits cannot be guessed. Each peer from which the account has
 * entered a valid code has its own limit, and all others share one, so that an attacker with the password cannot lock the
 * owner out.
 */
export function codeLimits(
  staffId: string,
  { peer, knownPeers }: { peer: string | null; knownPeers: readonly string[] },
): RateLimit[] {
  const network = networkOf(peer);
  const isKnown = knownPeers.some((known) => networkOf(known) === network);
  return [{ key: keyOf(`code\n${staffId}${isKnown ? `\n${network}` : ""}`), capacity: 10, perSecond: 1 / 60 }];
}

/** The rate limit of one session for re-authentication and for confirming a new second factor. */
export function reauthenticationLimits(sessionIdHash: string): RateLimit[] {
  return [{ key: keyOf(`proof\n${sessionIdHash}`), capacity: 6, perSecond: 1 / 10 }];
}

/** Not a sign-in, but limited like one: samples sent by an account to our own URL_Notify. */
export function selfTestLimits(staffId: string): RateLimit[] {
  return [{ key: keyOf(`self-test\n${staffId}`), capacity: 3, perSecond: 1 / 60 }];
}

/** Test messages to a person's own e-mail or to a channel of the team. */
export function channelTestLimits(staffId: string): RateLimit[] {
  return [{ key: keyOf(`channel-test\n${staffId}`), capacity: 5, perSecond: 1 / 60 }];
}

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** An IPv6 network of 64 bits counts as one peer, since one host may use all of it. */
function networkOf(peer: string | null): string {
  if (peer === null || !ipaddr.isValid(peer)) return peer ?? "unknown";
  const address = ipaddr.process(peer);
  return address.kind() === "ipv6" ? address.toByteArray().slice(0, 8).join(".") : address.toString();
}
