import type { Environment } from "#lib/core/identifiers.ts";
import type { Message } from "#lib/core/text.ts";
import { gatewayText } from "./texts.ts";

/** The two public gateways. */
export const publicHosts = { demo: "demo-api-gateway.mypos.com", production: "api-gateway.mypos.com" } as const;

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether requests may go to this host: a listed `host` or `host:port`; `http:` only for a listed loopback host. */
export function isAllowedHost(baseUrl: string, allowedHosts: readonly string[]): boolean {
  const url = parse(baseUrl);
  if (!url || !isListed(url, allowedHosts)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname));
}

/** `ownHost`: of the public origin, where only the sandbox's gateway is. */
type Hosts = { allowedHosts: readonly string[]; ownHost?: string | undefined };
type Check = Hosts & { environment: Environment; baseUrl: string };

/** The problems of a base address, each with its fix; empty when it may be used (docs/lockout.md, rule 17). */
export function checkBaseUrl({ environment, baseUrl, allowedHosts, ownHost }: Check): Message[] {
  const url = parse(baseUrl);
  if (!url) return [gatewayText("base_url_form", { example: `https://${publicHosts.demo}` })];
  if (url.host === ownHost && environment !== "sandbox") return [gatewayText("base_url_own")];
  const problems: Message[] = [];
  if (url.username || url.password) problems.push(gatewayText("base_url_with_credentials"));
  if (url.search || url.hash) problems.push(gatewayText("base_url_with_query"));
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    problems.push(gatewayText("base_url_not_https"));
  }
  if (!isListed(url, allowedHosts)) {
    problems.push(gatewayText("base_url_host_not_allowed", { host: url.host }));
  }
  const otherHost = environment === "demo" ? publicHosts.production : publicHosts.demo;
  if (url.host === otherHost) problems.push(gatewayText("base_url_of_other_environment", { host: url.host, environment }));
  return problems;
}

/** The base addresses that an environment may have: its public gateway first, then those that the settings name. */
export function listBaseUrls(environment: Environment, { allowedHosts, ownHost }: Hosts): string[] {
  const isPublic = (host: string) => Object.values<string>(publicHosts).includes(host);
  const isOwn = (host: string) => host === ownHost && environment !== "sandbox";
  const own = environment === "sandbox" ? [] : [publicHosts[environment]];
  return [...own, ...allowedHosts.filter((host) => !isPublic(host) && !isOwn(host))].map((host) => {
    const { hostname } = new URL(`https://${host}`);
    return `${loopback.test(hostname) ? "http" : "https"}://${host}`;
  });
}

/** A listed `host:port` may name the port that addresses leave out. */
function isListed({ host, hostname, port, protocol }: URL, allowedHosts: readonly string[]): boolean {
  const usualPort = protocol === "https:" ? "443" : "80";
  return allowedHosts.includes(host) || (port === "" && allowedHosts.includes(`${hostname}:${usualPort}`));
}

function parse(baseUrl: string): URL | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
}
