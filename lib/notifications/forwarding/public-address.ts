import ipaddr from "ipaddr.js";

/** Azure's metadata and wire server: an address of the public range that only the machine's own cloud answers. */
const cloudOnly: ReadonlySet<string> = new Set(["168.63.129.16"]);
const globalUnicast = ipaddr.IPv6.parse("2000::");

/**
 * Whether an IP address is of the public internet: not private, loopback, link-local, carrier-grade, reserved or a
 * cloud's metadata address, also not in an IPv6 dress (mapped, NAT64, 6to4, Teredo). Anything unreadable is not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || cloudOnly.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(globalUnicast, 3);
}
