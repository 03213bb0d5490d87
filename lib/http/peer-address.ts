import ipaddr from "ipaddr.js";

/** An address range in CIDR notation. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** `10.0.0.1` or `10.0.0.0/8`; undefined for other text. */
export function parseNetwork(text: string): Network | undefined {
  try {
    return text.includes("/")
      ? ipaddr.parseCIDR(text)
      : [ipaddr.process(text), ipaddr.process(text).kind() === "ipv4" ? 32 : 128];
  } catch {
    return undefined;
  }
}

/**
 * The address of the client: the other end of the connection or, if that is a trusted proxy, the last address in `X-Forwarded-For`
 * that is not a trusted proxy. Earlier addresses can be forged by the client.
 */
export function peerAddress(remote: string, forwardedFor: string | undefined, trusted: readonly Network[]): string {
  const named = (forwardedFor ?? "").split(",").map((text) => text.trim());
  let peer = remote;
  while (isTrusted(peer, trusted)) {
    const before = named.pop();
    if (before === undefined || !ipaddr.isValid(before)) return peer;
    peer = before;
  }
  return peer;
}

function isTrusted(text: string, trusted: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}
