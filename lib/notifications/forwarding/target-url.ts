import { isIP } from "node:net";
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
export function checkTargetUrl(text: string, rules: TargetRules): { url: URL } | { problem: string } {
  if (text.length > lengthMax) return { problem: `The address is too long; it has at most ${lengthMax} characters.` };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { problem: "This is not a web address; write it in full, like https://shop.example.com/mypos/notify." };
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

function partProblem(url: URL): string | null {
  if (url.username !== "" || url.password !== "") return "Leave the user name and password out of the address.";
  if (url.hash !== "") return "Leave out everything from # on; it is never sent.";
  return null;
}

function hostProblem(url: URL, { ownOrigin, mayBeHttp }: TargetRules): string | null {
  if (url.protocol === "http:" && !mayBeHttp) return "The address must begin with https://, because payments' data goes there.";
  if (url.origin === ownOrigin) return "This is the desk's own address; write the shop's.";
  if (refusedPorts.has(url.port)) return `Port ${url.port} is not one for web servers; leave it out or use the shop's.`;
  const host = bareHost(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : privateAddressText(host);
  if (!host.includes(".") || privateNames.test(host)) return privateAddressText(host);
  return null;
}

/** Why an address is not accepted, as text for the screen. */
export function privateAddressText(host: string): string {
  return `${host} is private: only addresses of the public internet are taken. Write the shop's public name.`;
}
