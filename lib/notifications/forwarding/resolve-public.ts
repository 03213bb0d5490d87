import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import type { Message } from "#lib/core/text.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import { isPublicAddress } from "./public-address.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { bareHost, isAllowedHost, privateAddressText } from "./target-url.ts";

/**
 * The addresses a connection to `url` may be made to. A name with even one private address is refused: whoever owns
 * the name could choose the private one later (DNS rebinding). The caller connects to these and does not resolve again.
 */
export async function resolvePublic(
  url: URL,
  { resolve, allowedHosts }: { resolve: ResolveHost; allowedHosts: readonly string[] },
): Promise<{ addresses: LookupAddress[] } | { problem: Message }> {
  const host = bareHost(url);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }];
  if (found.length === 0) return { problem: notificationText("host_unresolved", { host }) };
  if (isAllowedHost(url, allowedHosts)) return { addresses: found };
  const hidden = found.find(({ address }) => !isPublicAddress(address));
  if (!hidden) return { addresses: found };
  return {
    problem:
      hidden.address === host
        ? privateAddressText(host)
        : notificationText("host_address_private", { host, address: hidden.address }),
  };
}
