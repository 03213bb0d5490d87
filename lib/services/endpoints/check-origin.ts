import ipaddr from "ipaddr.js";
import type { Environment } from "#lib/core/identifiers.ts";

/**
 * Why the gateway could not reach URL_Notify under this origin; null when it could, and always for the sandbox, which is on
 * this machine (demo and production need https and a public host).
 */
export function originProblem(environment: Environment, publicOrigin: string): string | null {
  if (environment === "sandbox") return null;
  const { protocol, hostname } = new URL(publicOrigin);
  if (protocol !== "https:") return "PUBLIC_ORIGIN must begin with https://: the gateway refuses any other URL_Notify.";
  return isPublicHost(hostname)
    ? null
    : "PUBLIC_ORIGIN must be a public host: the gateway cannot reach localhost or a private address.";
}

/** A possible problem of an accepted origin (docs/gateway.md: no port). */
export function originWarnings(publicOrigin: string): string[] {
  const { port, hostname } = new URL(publicOrigin);
  return [
    ...(port === "" ? [] : ["The address carries a port number, which the gateway is reported to refuse."]),
    ...(isPublicHost(hostname) ? [] : ["Only programs on this machine or network reach this address."]),
  ];
}

function isPublicHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === "unicast";
  return bare.includes(".") && !/(?:^|\.)(?:localhost|local|internal|home|lan|test|invalid)$/.test(bare);
}
