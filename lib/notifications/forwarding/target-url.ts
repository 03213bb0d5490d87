import { isIP } from "node:net";
import type { Message } from "#lib/core/text.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { isPublicAddress } from "./public-address.ts";

export type TargetRules = {
  /** `host:port` pairs that are allowed although they are private; set by the operator, empty by default. */
  allowedHosts: readonly string[];
  /** Our own origin: forwarding to ourselves would loop forever. */
  ownOrigin: string;
  /** True in the sandbox only. */
  mayBeHttp: boolean;
};

const lengthMax = 2_000;
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|home|lan|corp|private|test|invalid|example|onion)\.?$/i;
const refusedPorts: ReadonlySet<string> = new Set(["22", "23", "25", "53", "110", "143", "465", "587", "993", "995"]);

/** Checks a shop's address without a DNS query. `problem` says how to correct it. */
export function checkTargetUrl(text: string, rules: TargetRules): { url: URL } | { problem: Message } {
  if (text.length > lengthMax) return { problem: notificationText("url_too_long", { count: lengthMax }) };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { problem: notificationText("url_form") };
  }
  const problem = partProblem(url) ?? (isAllowedHost(url, rules.allowedHosts) ? null : hostProblem(url, rules));
  return problem === null ? { url } : { problem };
}

/** Whether a private host is allowed by the operator. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(url.host) || allowedHosts.includes(`${url.hostname}:${portOf(url)}`);
}

/** The host without an IPv6 address's brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function portOf(url: URL): string {
  return url.port || (url.protocol === "https:" ? "443" : "80");
}

function partProblem(url: URL): Message | null {
  if (url.username !== "" || url.password !== "") return notificationText("url_with_credentials");
  if (url.hash !== "") return notificationText("url_with_fragment");
  return null;
}

function hostProblem(url: URL, { ownOrigin, mayBeHttp }: TargetRules): Message | null {
  if (url.protocol === "http:" && !mayBeHttp) return notificationText("url_not_https");
  if (url.origin === ownOrigin) return notificationText("url_own");
  if (refusedPorts.has(url.port)) return notificationText("url_port_blocked", { port: url.port });
  const host = bareHost(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : privateAddressText(host);
  if (!host.includes(".") || privateNames.test(host)) return privateAddressText(host);
  return null;
}

/** Why an address is not accepted, as text for the screen. */
export function privateAddressText(host: string): Message {
  return notificationText("host_private", { host });
}
