import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "#lib/core/secret.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { createGateway } from "#lib/gateway/create-gateway.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let person: TestPerson;
let upstream: TinyGateway;

beforeAll(async () => {
  [app, upstream] = await Promise.all([openTestApp(), startTinyGateway()]);
  const environment = { id: "sandbox", baseUrl: upstream.url, partnerId: "mps-p-1", applicationId: "mps-app-1" } as const;
  const pair = { clientId: "client_1", clientSecret: new Secret("secret_1") };
  const gateway = createGateway({
    environment: { ...environment, ...pair, options: defaultGatewayOptions },
    permits: createPermitLedger({ db: app.store.db, vault: app.vault }),
    allowedHosts: [upstream.host],
  });
  app.runtime.gateways = partialGateways({
    forMerchant: ({ id, slug }) => gateway.forMerchant({ id, slug, clientId: "cli_1", clientSecret: new Secret("sec_1") }),
  });
  await app.addMerchant("corner-cafe");
  person = await app.addPerson({ role: "admin", permissions: ["refund"] });
});
afterAll(async () => {
  await upstream.close();
  await app.close();
});

const merchant = "/api/sandbox/corner-cafe";
const inPath = (value: string) => encodeURIComponent(value).replaceAll(".", "%252E");

/** Calls our own API, and returns the gateway requests besides sign-ins and the lists of a ledger sync. */
async function ask(path: string, body?: unknown) {
  const before = upstream.requests.length;
  const method = body === undefined ? "GET" : "POST";
  const response = await app.call({ method, path, cookie: person.cookie, body });
  const known = /^\/(?:api\/v1\/|accounting\/v1\/accounts\?|accounting\/v1\/transactions(?:\/multiple)?\?)/;
  const urls = upstream.requests.slice(before).map(({ url }) => url);
  const { error } = await response.json();
  return {
    status: response.status,
    fields: error?.fields?.map(({ field }: { field: string }) => field),
    urls: urls.filter((url) => !known.test(url)),
  };
}

// Attack: a typed reference reads another resource of the gateway with the merchant's credentials.
test.each(["..", ".", "../../pos/v1/terminals", "..%2f..", "%2e%2e", "a/../..", "..\\.."])(
  "the reference %j reaches no other address of the gateway",
  async (reference) => {
    const refused = { status: 400, fields: ["reference"], urls: [] };
    expect(await ask(`${merchant}/bundle?${new URLSearchParams({ reference, format: "json" })}`)).toEqual(refused);
    expect(await ask(`${merchant}/transactions/${inPath(reference)}`)).toEqual(refused);
    expect(await ask(`${merchant}/lookups`, { references: [reference, `,/${reference}`] })).toMatchObject({
      status: 200,
      urls: [],
    });
    for (const path of ["transactions/id", "payments", "notifications", "endpoints"]) {
      expect(await ask(`${merchant}/${path}/${inPath(reference)}`)).toMatchObject({ status: 404, urls: [] });
    }
    expect((await ask(`${merchant}/bundle?${new URLSearchParams({ payment: reference })}`)).urls).toEqual([]);
    expect((await ask(`${merchant}/bundle?${new URLSearchParams({ id: reference })}`)).urls).toEqual([]);
  },
);
