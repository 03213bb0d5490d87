import ipaddr from "ipaddr.js";

/** Azure's metadata and wire server: a public-range address that is served inside the cloud only. */
const cloudOnly: ReadonlySet<string> = new Set(["168.63.129.16"]);
const globalUnicast = ipaddr.IPv6.parse("2000::");

/**
 * Whether an IP address is of the public internet: not private, loopback, link-local, carrier-grade, reserved or a
 * cloud's metadata address, also not embedded in IPv6 (mapped, NAT64, 6to4, Teredo). Unreadable text is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || cloudOnly.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(globalUnicast, 3);
}
