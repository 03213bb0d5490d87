import { expect, test } from "@playwright/test";
import { origin } from "../support/surroundings.ts";

type Mark = { name: string; isGood: (headers: Headers) => boolean };

const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "").split(/;\s*/).map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")] as const;
    }),
  );

/** Criteria of security header scanners, one point each. */
const marks: Mark[] = [
  { name: "nothing is loaded that was not named", isGood: (headers) => policyOf(headers).get("default-src") === "'none'" },
  {
    name: "scripts run by nonce only",
    isGood: (headers) => /^'nonce-[\w+/=-]{22,}' 'strict-dynamic'$/.test(policyOf(headers).get("script-src") ?? ""),
  },
  {
    name: "no style is inline without a nonce",
    isGood: (headers) => !/unsafe/.test(policyOf(headers).get("style-src") ?? "unsafe"),
  },
  { name: "no base address is changed", isGood: (headers) => policyOf(headers).get("base-uri") === "'none'" },
  { name: "forms go home", isGood: (headers) => policyOf(headers).get("form-action") === "'self'" },
  { name: "nobody frames it", isGood: (headers) => policyOf(headers).get("frame-ancestors") === "'none'" },
  { name: "nobody frames it, in old browsers", isGood: (headers) => headers.get("x-frame-options") === "DENY" },
  { name: "no type is guessed", isGood: (headers) => headers.get("x-content-type-options") === "nosniff" },
  { name: "no address is told", isGood: (headers) => headers.get("referrer-policy") === "no-referrer" },
  {
    name: "no device is opened",
    isGood: (headers) => /camera=\(\).*microphone=\(\)/.test(headers.get("permissions-policy") ?? ""),
  },
  { name: "no opener is shared", isGood: (headers) => headers.get("cross-origin-opener-policy") === "same-origin" },
  { name: "no other site reads it", isGood: (headers) => headers.get("cross-origin-resource-policy") === "same-origin" },
  { name: "the software is not named", isGood: (headers) => !headers.has("x-powered-by") && !headers.has("server") },
  {
    name: "cookies are out of scripts' reach",
    isGood: (headers) => headers.getSetCookie().every((item) => /httponly.*samesite=lax/i.test(item)),
  },
];

const answers: [what: string, path: string, init?: RequestInit][] = [
  ["a page", "/login"],
  ["a page that leads to signing in", "/sandbox/transactions"],
  ["a page that is not there", "/no/such/page"],
  ["an answer of the API", "/api/health"],
  ["a refusal of the API", "/api/session"],
  ["an address of the API that is not there", "/api/no-such-thing"],
  ["a refused change", "/api/session", { method: "POST", body: "{}" }],
  ["a notification's answer", "/api/notify/none", { method: "POST", body: "a=1" }],
  ["a public file", "/icon.svg"],
  ["a method nobody takes", "/api/health", { method: "PUT" }],
];

for (const [what, path, init = {}] of answers) {
  test(`${what} earns every mark for its headers`, async () => {
    const response = await fetch(origin + path, { redirect: "manual", ...init });
    await response.arrayBuffer();
    expect(marks.filter(({ isGood }) => !isGood(response.headers)).map(({ name }) => name)).toEqual([]);
  });
}

test("two answers never share a nonce, and neither is kept", async () => {
  const both = await Promise.all([fetch(`${origin}/login`), fetch(`${origin}/login`)]);
  const nonces = both.map(({ headers }) => /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1]);
  expect(new Set(nonces).size).toBe(2);
  expect(both.map(({ headers }) => headers.get("cache-control"))).toEqual(["no-store", "no-store"]);
});

for (const [what, path] of [
  ["pages", "/login"],
  ["answers of the API", "/api/openapi.json"],
] as const) {
  test(`${what} are sent compressed`, async () => {
    const response = await fetch(origin + path, { headers: { "accept-encoding": "gzip" } });
    expect([response.status, response.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect((await response.text()).length).toBeGreaterThan(1024);
  });
}
