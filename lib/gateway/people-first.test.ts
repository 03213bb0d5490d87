import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Secret } from "#lib/core/secret.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGateway } from "./create-gateway.ts";
import { defaultGatewayOptions } from "./default-options.ts";
import type { Gateway } from "./gateway.ts";
import { startTinyGateway, type TinyGateway } from "./testing/tiny-gateway.ts";
import type { CallPace } from "./types.ts";

const vault = createTestVault();
let store: TestStore;
let upstream: TinyGateway;
let integration = 0;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
});
afterAll(() => store.drop());
beforeEach(async () => {
  upstream = await startTinyGateway();
  integration += 1;
});
afterEach(() => upstream.close());

function openProcess(): Gateway {
  return createGateway({
    environment: {
      id: "demo",
      baseUrl: upstream.url,
      partnerId: "mps-p-1",
      applicationId: "mps-app-1",
      clientId: `client_${integration}`,
      clientSecret: new Secret("secret_1"),
      options: defaultGatewayOptions,
    },
    permits: createPermitLedger({ db: store.db, vault }),
    allowedHosts: [upstream.host],
  });
}

const identityOf = (name: string) => ({ id: name, slug: name, clientId: `cli_${name}`, clientSecret: new Secret("sec_1") });
const signedIn = () =>
  upstream.requests.filter(({ url }) => url === "/api/v1/auth/session").map(({ body }) => JSON.parse(body).client_id.slice(4));

/** Without a budget, so that only the queue order matters. */
function backgroundPace(): CallPace {
  const pace = {
    isBackground: true,
    ready: async () => {},
    onResponse: () => {},
    hurry: () => {
      pace.isBackground = false;
    },
  };
  return pace;
}

const background = (gateway: Gateway, count: number) =>
  Array.from({ length: count }, (_, at) => gateway.forMerchant(identityOf(`${integration}b${at}`), backgroundPace()).signIn());

test("an interactive sign-in is next, however many the background has queued", {
  meta: { slow: "Signs in forty merchants one after another." },
}, async () => {
  const gateway = openProcess();
  const queued = background(gateway, 40);
  await expect.poll(() => signedIn().length).toBeGreaterThan(0);
  const before = signedIn().length;
  await gateway.forMerchant(identityOf(`${integration}person`)).signIn();
  expect(signedIn().indexOf(`${integration}person`)).toBeLessThanOrEqual(before + 2);
  await Promise.all(queued);
  expect(signedIn()).toHaveLength(41);
});

test("a merchant queued by the background is signed in next once a user opens it", async () => {
  const gateway = openProcess();
  const queued = background(gateway, 40);
  await expect.poll(() => signedIn().length).toBeGreaterThan(0);
  const before = signedIn().length;
  await gateway.forMerchant(identityOf(`${integration}b39`)).signIn();
  expect(signedIn().indexOf(`${integration}b39`)).toBeLessThanOrEqual(before + 2);
  await Promise.all(queued);
  expect(signedIn()).toHaveLength(40);
});

test("the background of another process also lets an interactive sign-in go first", {
  meta: { slow: "Signs in eighty merchants one after another." },
}, async () => {
  const queued = background(openProcess(), 80);
  await expect.poll(() => signedIn().length).toBeGreaterThan(0);
  await openProcess()
    .forMerchant(identityOf(`${integration}person`))
    .signIn();
  expect(signedIn().length).toBeLessThan(80);
  await Promise.all(queued);
  expect(signedIn()).toHaveLength(81);
});
