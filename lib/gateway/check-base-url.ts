import type { Environment } from "#lib/core/identifiers.ts";

/** The two public gateways. */
export const publicHosts = { demo: "demo-api-gateway.mypos.com", production: "api-gateway.mypos.com" } as const;

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether requests may go to this host: a listed `host` or `host:port`; `http:` only for a listed loopback host. */
export function isAllowedHost(baseUrl: string, allowedHosts: readonly string[]): boolean {
  const url = parse(baseUrl);
  if (!url || !allowedHosts.includes(url.host)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname));
}

type Check = { environment: Environment; baseUrl: string; allowedHosts: readonly string[] };

/** The problems of a base address, each with its fix; empty when it may be used (docs/lockout.md, rule 17). */
export function checkBaseUrl({ environment, baseUrl, allowedHosts }: Check): string[] {
  const url = parse(baseUrl);
  if (!url) return ["The base address is not an address. Write it like https://demo-api-gateway.mypos.com."];
  const problems: string[] = [];
  if (url.username || url.password) problems.push("The base address must not hold a user name or password.");
  if (url.search || url.hash) problems.push("The base address must not have a query or a fragment.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    problems.push("The base address must begin with https:// (http:// only for this machine).");
  }
  if (!allowedHosts.includes(url.host)) {
    problems.push(`The host ${url.host} is not allowed. Add it to GATEWAY_HOSTS when it is a gateway you trust.`);
  }
  const otherHost = environment === "demo" ? publicHosts.production : publicHosts.demo;
  if (url.host === otherHost)
    problems.push(`${url.host} does not belong to ${environment}: credentials of one are refused by the other.`);
  return problems;
}

function parse(baseUrl: string): URL | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
}
