import { randomBytes, randomUUID } from "node:crypto";
import { type Clock, systemClock } from "#lib/core/clock.ts";
import { Secret } from "#lib/core/secret.ts";
import { createGateway, defaultGatewayOptions, type GatewayOptions } from "#lib/gateway/index.ts";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { findMerchantRow, type MerchantRow } from "#lib/store/merchants.ts";
import { createPermitLedger } from "#lib/store/permits.ts";
import { keepName } from "#lib/store/person-names.ts";
import { merchant } from "#lib/store/schema/merchant.ts";
import { staff } from "#lib/store/schema/staff.ts";
import { createTestStore, type TestStore } from "#lib/store/testing/test-store.ts";
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

type DeskOptions = {
  upstream: Upstream;
  options?: Partial<GatewayOptions>;
  fetch?: typeof fetch;
  clock?: Clock;
};

/** Services as a request has them: a real store, and the real client before a gateway on HTTP. */
export type TestDesk = {
  store: TestStore;
  merchant(slug: string): Promise<MerchantRow>;
  ctx(person?: Partial<SignedInStaff>): ServiceContext;
  drop(): Promise<void>;
};

export const environment = "sandbox";

export async function createTestDesk({ upstream, options = {}, fetch, clock = systemClock }: DeskOptions): Promise<TestDesk> {
  const store = await createTestStore({ connectionsMax: 20 });
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const keptName = await seed(store, vault, upstream.merchants);
  const gateways = createTestGateways({ db: store.db, vault, upstream, options, ...(fetch ? { fetch } : {}) });
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
    ctx: (person = {}) => ({ ...shared, staff: { ...admin, keptName, ...person } }),
    drop: () => store.drop(),
  };
}

type GatewaysOptions = Omit<DeskOptions, "clock"> & Pick<ServiceContext, "db" | "vault">;

/** The real client before one upstream, for merchants known by their slugs. */
export function createTestGateways({ db, vault, upstream, options, fetch }: GatewaysOptions): ServiceContext["gateways"] {
  const gatewayOptions = { ...defaultGatewayOptions, ...options };
  const { baseUrl, partnerId, applicationId, clientId } = upstream;
  const clientSecret = new Secret(upstream.clientSecret);
  const gateway = createGateway({
    environment: { id: environment, baseUrl, partnerId, applicationId, clientId, clientSecret, options: gatewayOptions },
    permits: createPermitLedger({ db, vault }),
    allowedHosts: [new URL(baseUrl).host],
    ...(fetch ? { fetch } : {}),
  });
  return {
    environment: async () => ({ id: environment, baseUrl, zone: gatewayOptions.zone }),
    forMerchant: async ({ id, slug }) => {
      const pair = upstream.merchants.find((each) => each.slug === slug);
      return gateway.forMerchant({
        id,
        slug,
        clientId: pair?.clientId ?? "",
        clientSecret: new Secret(pair?.clientSecret ?? ""),
      });
    },
    integration: async () => gateway,
    reload: () => {},
    recentCalls: () => [],
    allowedHosts: [],
  };
}

const admin: SignedInStaff = {
  id: randomUUID(),
  email: "admin@desk.example",
  keptName: "admin@desk.example",
  role: "admin",
  permissions: ["refund"],
  merchants: null,
  environments: ["sandbox", "demo"],
  sessionIdHash: "",
  provenAt: new Date(),
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
  const keptName = await keepName(store.db, vault, email);
  await store.db.insert(staff).values({ id, email: keptName, role, passwordHash: "", permissions: ["refund"] });
  return keptName;
}
