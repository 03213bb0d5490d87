import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { RateLimit } from "#lib/db/staff/rate-limits.ts";

/**
 * The two allowances a sign-in uses: of this peer for this person, and of this peer. Never of the person
 * alone, so that nobody can keep someone out from elsewhere; each fills up again by itself.
 */
export function signInLimits(peer: string | null, email: string): RateLimit[] {
  const network = networkOf(peer);
  return [
    { key: keyOf(`${network}\n${email.toLowerCase()}`), capacity: 6, perSecond: 1 / 10 },
    { key: keyOf(network), capacity: 60, perSecond: 1 },
  ];
}

/**
 * The allowance of codes for one person: at one a minute six digits are not guessed. Each place where the person has
 * shown a code before has its own, and all others share one, so that who knows the password cannot keep its owner out.
 */
export function codeLimits(
  staffId: string,
  { peer, knownPeers }: { peer: string | null; knownPeers: readonly string[] },
): RateLimit[] {
  const network = networkOf(peer);
  const isKnown = knownPeers.some((known) => networkOf(known) === network);
  return [{ key: keyOf(`code\n${staffId}${isKnown ? `\n${network}` : ""}`), capacity: 10, perSecond: 1 / 60 }];
}

/** The allowance for proving again who one is, and for confirming a new second factor, of one session. */
export function reauthenticationLimits(sessionIdHash: string): RateLimit[] {
  return [{ key: keyOf(`proof\n${sessionIdHash}`), capacity: 6, perSecond: 1 / 10 }];
}

/** Not a sign-in, but counted like one: how often a person may send samples to our own URL_Notify. */
export function selfTestLimits(staffId: string): RateLimit[] {
  return [{ key: keyOf(`self-test\n${staffId}`), capacity: 3, perSecond: 1 / 60 }];
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
