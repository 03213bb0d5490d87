import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

const isPrivate = (address: string) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);

/** This machine's IPv4 address in the local network, preferably a private one; undefined without a network. */
export function findLanAddress(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string | undefined {
  const addresses = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."))
    .map(({ address }) => address);
  return addresses.find(isPrivate) ?? addresses[0];
}
