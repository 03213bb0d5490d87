import ipaddr from "ipaddr.js";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Message } from "#lib/core/text.ts";
import { serviceText } from "#lib/services/texts.ts";

/**
 * Why the gateway could not reach URL_Notify under this origin; null when it could, and always for the sandbox, which is on
 * this machine (demo and production need https and a public host).
 */
export function originProblem(environment: Environment, publicOrigin: string): Message | null {
  if (environment === "sandbox") return null;
  const { protocol, hostname } = new URL(publicOrigin);
  if (protocol !== "https:") return serviceText("origin_not_https");
  return isPublicHost(hostname) ? null : serviceText("origin_not_public");
}

/** A possible problem of an accepted origin (docs/gateway.md: no port). */
export function originWarnings(publicOrigin: string): Message[] {
  const { port, hostname } = new URL(publicOrigin);
  return [
    ...(port === "" ? [] : [serviceText("origin_has_port")]),
    ...(isPublicHost(hostname) ? [] : [serviceText("origin_is_local")]),
  ];
}

function isPublicHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === "unicast";
  return bare.includes(".") && !/(?:^|\.)(?:localhost|local|internal|home|lan|test|invalid)$/.test(bare);
}
