import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "#lib/core/errors.ts";

export type HostRule = { publicOrigin: string; port: number };

const refusedMethods = new Set(["TRACE", "TRACK", "CONNECT"]);
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** The host of PUBLIC_ORIGIN, and this machine's own names for probes and scripts. */
export function allowedHosts({ publicOrigin, port }: HostRule): ReadonlySet<string> {
  const url = new URL(publicOrigin);
  const defaultPort = url.protocol === "https:" ? "443" : "80";
  const hosts = [url.host, `${url.hostname}:${url.port || defaultPort}`, ...loopbackNames.map((name) => `${name}:${port}`)];
  return new Set(port === 80 ? [...hosts, ...loopbackNames] : hosts);
}

const probePath = /^\/api\/(?:health|ready|startup|metrics)(?:\?|$)/;

type Hosts = { hosts: ReadonlySet<string>; hasAnyHostForProbes?: boolean | undefined };

/** Why a request is rejected, based on its head alone; undefined when it may pass. */
export function refusal(request: IncomingMessage, { hosts, hasAnyHostForProbes }: Hosts): ErrorCode | undefined {
  if (refusedMethods.has(request.method ?? "")) return "method_not_allowed";
  const target = request.url ?? "";
  // Absolute form, `*`, and targets that a browser or Next would read as another host.
  if (!target.startsWith("/") || /^\/[/\\]/.test(target) || !isDecodable(target)) return "bad_request";
  const given = hostHeaders(request);
  const [host] = given;
  if (given.length !== 1 || !host) return "bad_request";
  if (hasAnyHostForProbes && probePath.test(target)) return undefined;
  if (!hosts.has(host.toLowerCase())) return "misdirected";
  return undefined;
}

/** Next responds to a path with broken percent escapes with a bare 500. */
function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function hostHeaders({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host");
}
