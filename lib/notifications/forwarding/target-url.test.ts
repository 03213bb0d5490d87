import { expect, test } from "vitest";
import { checkTargetUrl } from "./target-url.ts";

const rules = { allowedHosts: [], ownOrigin: "https://desk.shop.eu", mayBeHttp: false };
const problemOf = (text: string, changes = {}) => {
  const checked = checkTargetUrl(text, { ...rules, ...changes });
  return "problem" in checked ? checked.problem.message : null;
};

test.each([
  ["shop.eu/notify", /a full URL/],
  ["ftp://shop.eu/", /a full URL/],
  ["file:///etc/passwd", /a full URL/],
  ["http://shop.eu/notify", /https/],
  ["https://user:secret@shop.eu/", /user name/],
  ["https://shop.eu/#part", /#/],
  ["https://desk.shop.eu/api/notify/1", /own URL/],
  ["https://shop.eu:25/", /Port 25/],
  ["https://localhost/", /private/],
  ["https://LOCALHOST./", /private/],
  ["https://shop/", /private/],
  ["https://db.internal/", /private/],
  ["https://127.0.0.1/", /private/],
  ["https://2130706433/", /private/],
  ["https://0x7f.1/", /private/],
  ["https://0177.0.0.1/", /private/],
  ["https://127.0.0.1./", /private/],
  ["https://[::1]/", /private/],
  ["https://[::ffff:10.0.0.1]/", /private/],
  ["https://169.254.169.254/latest/meta-data/", /private/],
  [`https://shop.eu/${"a".repeat(2_000)}`, /too long/],
])("%s is refused with a hint on how to correct it", (text, mend) => {
  expect(problemOf(text)).toMatch(mend);
});

test("a public https address is accepted, with its port, path and query", () => {
  expect(problemOf("https://shop.eu:8443/mypos/notify?key=1")).toBeNull();
});

test("http is accepted in the sandbox only, and a private host only when the operator allowed it with its port", () => {
  expect(problemOf("http://shop.eu/notify", { mayBeHttp: true })).toBeNull();
  const allowed = { mayBeHttp: true, allowedHosts: ["127.0.0.1:4100"] };
  expect(problemOf("http://127.0.0.1:4100/notify", allowed)).toBeNull();
  expect(problemOf("http://127.0.0.1:4101/notify", allowed)).toMatch(/private/);
});
