import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { systemClock } from "#lib/core/clock.ts";
import { saveIntegration, saveMerchant } from "#lib/db/lockout/credentials.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { defaultSandboxSettings, type SandboxSettings } from "#lib/sandbox/settings.ts";
import type { ServiceContext, SignedInStaff } from "../../context.ts";

/** Services with a sandbox and the server's gateway directory, which applies the stored profile. */
export type ProfileFixture = {
  fixture: SandboxFixture;
  ctx: ServiceContext;
  /** Changes the sandbox's settings; omitted ones follow the documents. */
  play(settings: Partial<SandboxSettings>): Promise<unknown>;
  /** Number of requests to the sandbox since the last reset. */
  callsOf(names: readonly string[]): Promise<number>;
};

type Options = { transactions?: number; slugs: readonly string[]; settings?: Partial<SandboxSettings> };

export async function openProfileFixture({ transactions = 2_000, slugs, settings = {} }: Options): Promise<ProfileFixture> {
  const fixture = await createSandboxFixture({ transactions, slugs, settings });
  const { gateways } = await openProfile(fixture, slugs);
  return {
    fixture,
    ctx: { ...fixture.ctx(), gateways },
    play: (reading) =>
      fixture.gateway.control({ method: "POST", name: "settings", body: { ...defaultSandboxSettings, ...reading } }),
    callsOf: async (names) => {
      const { calls } = (await fixture.control("stats")) as { calls: Record<string, number> };
      return names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
    },
  };
}

/** The services with the built-in gateway, whose stored profile is applied. */
export async function createProfileFixture(options: Options): Promise<SandboxFixture> {
  const fixture = await createSandboxFixture({ transactions: 300, ...options });
  const { gateways } = await openProfile(fixture, options.slugs);
  return { ...fixture, ctx: (person?: Partial<SignedInStaff>) => ({ ...fixture.ctx(person), gateways }) };
}

/** A stored connection to the gateway, with its merchants. */
export async function openProfile(fixture: SandboxFixture, slugs: readonly string[]): Promise<Pick<ServiceContext, "gateways">> {
  const { db, vault, gateways: before } = fixture.ctx();
  const { baseUrl } = await before.environment(environment);
  const { integration, merchants } = fixture.sandbox;
  await saveIntegration(db, vault, { id: environment, baseUrl, ...integration, by: "a test" });
  for (const { slug, clientId, clientSecret } of merchants.filter((merchant) => slugs.includes(merchant.slug)))
    await saveMerchant(db, vault, { environment, slug, name: slug, clientId, clientSecret, sid: null, by: "a test" });
  const gateways = createGatewayDirectory({
    store: fixture.store,
    vault,
    permits: createPermitLedger({ db, vault }),
    clock: systemClock,
    allowedHosts: [new URL(baseUrl).host],
    onCall: () => {},
  });
  return { gateways };
}
