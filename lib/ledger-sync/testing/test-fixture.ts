import { randomBytes, randomUUID } from "node:crypto";
import { type Clock, systemClock } from "#lib/core/clock.ts";
import { Secret } from "#lib/core/secret.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { findMerchantRow, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { storeName } from "#lib/db/staff/person-names.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createGateway } from "#lib/gateway/create-gateway.ts";
import { defaultGatewayOptions } from "#lib/gateway/default-options.ts";
import type { GatewayCall, GatewayOptions } from "#lib/gateway/types.ts";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault, type Vault } from "#lib/vault/vault.ts";

export type UpstreamMerchant = { slug: string; clientId: string; clientSecret: string };
export type Upstream = {
  baseUrl: string;
  partnerId: string;
  applicationId: string;
  clientId: string;
  clientSecret: string;
  merchants: readonly UpstreamMerchant[];
};

type AppOptions = {
  upstream: Upstream;
  options?: Partial<GatewayOptions>;
  fetch?: typeof fetch;
  clock?: Clock;
  /** Called with each call to the gateway. */
  onCall?: (call: GatewayCall) => void;
};

/** Services as a request has them: a real database, and the real client with a gateway over HTTP. */
export type TestFixture = {
  store: TestStore;
  merchant(slug: string): Promise<MerchantRow>;
  ctx(person?: Partial<SignedInStaff>): ServiceContext;
  drop(): Promise<void>;
};

export const environment = "sandbox";

export async function createTestFixture({
  upstream,
  options = {},
  fetch,
  clock = systemClock,
  onCall,
}: AppOptions): Promise<TestFixture> {
  const store = await createTestStore({ connectionsMax: 20 });
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const storedName = await seed(store, vault, upstream.merchants);
  const gateways = createTestGateways({
    db: store.db,
    vault,
    upstream,
    options,
    ...(fetch && { fetch }),
    ...(onCall && { onCall }),
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const shared = {
    db: store.db,
    vault,
    clock,
    log,
    gateways,
    publicOrigin: "http://localhost:3000",
    requestId: "test",
    peer: null,
  };
  return {
    store,
    merchant: async (slug) => {
      const row = await findMerchantRow(store.db, environment, slug);
      if (!row) throw new Error(`no merchant ${slug}`);
      return row;
    },
    ctx: (person = {}) => {
      // By this clock: the module is loaded once for many files, which may take longer than a sign-in counts as recent.
      const authenticatedAt = new Date(shared.clock.now());
      return { ...shared, staff: { ...admin, authenticatedAt, storedName, ...person } };
    },
    drop: () => store.drop(),
  };
}

type GatewaysOptions = Omit<AppOptions, "clock"> & Pick<ServiceContext, "db" | "vault">;

/** The real client for one gateway, for merchants identified by their slugs. */
export function createTestGateways({ db, vault, upstream, options, fetch, onCall }: GatewaysOptions): ServiceContext["gateways"] {
  const gatewayOptions = { ...defaultGatewayOptions, ...options };
  const { baseUrl, partnerId, applicationId, clientId } = upstream;
  const clientSecret = new Secret(upstream.clientSecret);
  const gateway = createGateway({
    environment: { id: environment, baseUrl, partnerId, applicationId, clientId, clientSecret, options: gatewayOptions },
    permits: createPermitLedger({ db, vault }),
    allowedHosts: [new URL(baseUrl).host],
    ...(fetch && { fetch }),
    ...(onCall && { onCall }),
  });
  return {
    environment: async () => ({ id: environment, baseUrl, zone: gatewayOptions.zone }),
    forMerchant: async ({ id, slug }, pace, subject) => {
      const pair = upstream.merchants.find((item) => item.slug === slug);
      const credentials = { clientId: pair?.clientId ?? "", clientSecret: new Secret(pair?.clientSecret ?? "") };
      return gateway.forMerchant({ id, slug, ...credentials }, pace, subject);
    },
    integration: async () => gateway,
    reload: () => {},
    allowedHosts: [],
  };
}

const admin: Omit<SignedInStaff, "authenticatedAt"> = {
  id: randomUUID(),
  email: "admin@desk.example",
  storedName: "admin@desk.example",
  role: "admin",
  permissions: ["refund"],
  merchants: null,
  environments: ["sandbox", "demo"],
  sessionIdHash: "",
  hasSecondFactor: false,
  isPresenting: false,
  seeded: false,
};

async function seed(store: TestStore, vault: Vault, merchants: readonly UpstreamMerchant[]): Promise<string> {
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "" };
  await store.db
    .insert(merchant)
    .values(merchants.map(({ slug }) => ({ slug, environment, name: slug, updatedBy: "test", ...credential })));
  const { id, email, role } = admin;
  const storedName = await storeName(store.db, vault, email);
  await store.db.insert(staff).values({ id, email: storedName, role, passwordHash: "", permissions: ["refund"] });
  return storedName;
}
