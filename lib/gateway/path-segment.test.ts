import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAppError } from "#lib/core/errors.ts";
import { Secret } from "#lib/core/secret.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGateway } from "./create-gateway.ts";
import { defaultGatewayOptions } from "./default-options.ts";
import { startTinyGateway, type TinyGateway } from "./testing/tiny-gateway.ts";
import type { MerchantGateway } from "./types.ts";

let store: TestStore;
let upstream: TinyGateway;
let merchant: MerchantGateway;

beforeAll(async () => {
  [store, upstream] = await Promise.all([createTestStore(), startTinyGateway()]);
  const vault = createTestVault();
  const pair = { clientId: "client_1", clientSecret: new Secret("secret_1") };
  const environment = { id: "demo", baseUrl: upstream.url, partnerId: "mps-p-1", applicationId: "mps-app-1" } as const;
  const gateway = createGateway({
    environment: { ...environment, ...pair, options: defaultGatewayOptions },
    permits: createPermitLedger({ db: store.db, vault }),
    allowedHosts: [upstream.host],
  });
  merchant = gateway.forMerchant({ id: "m", slug: "m", clientId: "cli_1", clientSecret: new Secret("sec_1") });
  await merchant.signIn();
});
afterAll(async () => {
  await upstream.close();
  await store.drop();
});

/** Every call that puts an external value into the gateway's path, and the rest of the path after it. */
const calls: [name: string, prefix: string, suffix: string, call: (value: string) => Promise<unknown>][] = [
  ["getTransaction", "/accounting/v1/transactions", "", (value) => merchant.getTransaction(value)],
  ["a lookup of one with a comma", "/accounting/v1/transactions", "", (value) => merchant.lookupReferences([`${value},`])],
  ["getPayment", "/epos/v1/payments", "", (value) => merchant.getPayment(value)],
  ["cancelPayment", "/epos/v1/payments", "", (value) => merchant.cancelPayment(value)],
  ["reversePayment", "/epos/v1/payments", "/reversal", (value) => merchant.reversePayment(value)],
  ["getTerminal", "/pos/v1/terminals", "", (value) => merchant.getTerminal(value)],
];

/** The requests that a call sent to the gateway, without sign-ins, and its result. */
async function watch(call: () => Promise<unknown>) {
  const before = upstream.requests.length;
  const thrown = await call().then(
    () => undefined,
    (problem: unknown) => problem,
  );
  if (thrown !== undefined && !isAppError(thrown)) throw thrown;
  const urls = upstream.requests.slice(before).map(({ url }) => url);
  return { code: thrown?.code, urls: urls.filter((url) => !url.startsWith("/api/v1/")) };
}

const hostile = [
  "",
  ".",
  "..",
  "../terminals",
  "a/../b",
  "./a",
  "..\\..",
  "%2e%2e",
  ".%2E",
  "%2e",
  "..%2f..",
  "%2e%2e%5Ca",
  "a/%2e%2e",
  "\ud800",
];

// An attack would reach another resource of the gateway, or a list instead of one record, with the merchant's credentials.
test.each(calls.filter(([name]) => !name.startsWith("a lookup")))(
  "%s refuses a value that would name another address, and sends nothing",
  async (_, __, ___, call) => {
    for (const value of hostile) {
      expect(await watch(() => call(value)), JSON.stringify(value)).toEqual({ code: "invalid_input", urls: [] });
    }
  },
);

test("a lookup reports that such a reference could not be requested", async () => {
  const results = await merchant.lookupReferences(["../a,b", "\ud800,", "\ud800"]);
  expect(results.map(({ verdict }) => verdict)).toEqual(["error", "error", "error"]);
});

test.each(calls)("%s keeps any other value as one segment, exactly", async (_, prefix, suffix, call) => {
  const value = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => text.isWellFormed() && !/^\.+$|[/\\]|%(?:2e|2f|5c)/i.test(text));
  const known = [["A/B C%41"], ["a b"], ["..."], ["..a"], ["?x=1#y"], ["é&;"], [";.."], ["a\\b"]] as [string][];
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      const { urls } = await watch(() => call(text));
      const sent = text + (_.startsWith("a lookup") ? "," : "");
      expect(urls).toEqual([`${prefix}/${encodeURIComponent(sent)}${suffix}`]);
    }),
    { numRuns: 30, examples: known },
  );
});
