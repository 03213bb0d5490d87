import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

test.each([
  ["this network", "0.0.0.0"],
  ["loopback", "127.0.0.1"],
  ["loopback, another", "127.8.9.10"],
  ["private 10/8", "10.1.2.3"],
  ["private 172.16/12", "172.31.255.254"],
  ["private 192.168/16", "192.168.1.1"],
  ["link-local, where clouds answer", "169.254.169.254"],
  ["Amazon's task metadata", "169.254.170.2"],
  ["carrier-grade, Alibaba's metadata", "100.100.100.200"],
  ["Oracle's metadata", "192.0.0.192"],
  ["Azure's wire server", "168.63.129.16"],
  ["benchmarking", "198.18.0.1"],
  ["documentation", "203.0.113.5"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 unspecified", "::"],
  ["IPv6 loopback", "::1"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped private, in hex", "::ffff:a00:1"],
  ["IPv4-mapped metadata", "::ffff:169.254.169.254"],
  ["IPv4-compatible loopback", "::7f00:1"],
  ["NAT64 of loopback", "64:ff9b::7f00:1"],
  ["local NAT64", "64:ff9b:1::a00:1"],
  ["6to4 of loopback", "2002:7f00:1::"],
  ["Teredo", "2001::1"],
  ["unique local, Amazon's IPv6 metadata", "fd00:ec2::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["IPv6 documentation", "2001:db8::1"],
  ["IPv6 multicast", "ff02::1"],
  ["no address at all", "shop.example.com"],
  ["nothing", ""],
])("%s is not public: %s", (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
