import { expect, test } from "vitest";
import { parseNetwork, peerAddress } from "./peer-address.ts";

const trusted = ["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"].map(parseNetwork).filter((network) => network !== undefined);

test.each<[string, string | undefined, string]>([
  ["198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "1.1.1.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
  ["2001:db8::1", "2a00::5", "2a00::5"],
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["127.0.0.1", "", "127.0.0.1"],
  ["127.0.0.1", "unknown", "127.0.0.1"],
  ["127.0.0.1", "203.0.113.9, <script>", "127.0.0.1"],
  ["127.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
  ["", "203.0.113.9", ""],
])("from %s with X-Forwarded-For %s the address is %s", (remote, forwardedFor, peer) => {
  expect(peerAddress(remote, forwardedFor, trusted)).toBe(peer);
});

test("without trusted proxies the header is ignored", () => {
  expect(peerAddress("127.0.0.1", "203.0.113.9", [])).toBe("127.0.0.1");
});

test.each(["10.0.0.0/33", "proxy.example", "10.0.0.1:80", ""])("%j is not a network", (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});
