import { systemClock } from "#lib/core/clock.ts";
import { createSandboxDesk, type SandboxDesk } from "#lib/mirror/testing/sandbox-desk.ts";
import { environment } from "#lib/mirror/testing/test-desk.ts";
import { createGatewayDirectory } from "#lib/runtime/gateway-directory.ts";
import { defaultSandboxSettings, type SandboxSettings } from "#lib/sandbox/settings.ts";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { saveIntegration, saveMerchant } from "#lib/store/credentials.ts";
import { createPermitLedger } from "#lib/store/permits.ts";

/** Services before a sandbox, with the directory that the server has: it takes up what the profile says. */
export type ProfileDesk = {
  desk: SandboxDesk;
  ctx: ServiceContext;
  /** The sandbox reads on in this way; what is not named as its documents say. */
  play(settings: Partial<SandboxSettings>): Promise<unknown>;
  /** How often the sandbox was asked since it was last told to count anew. */
  callsOf(names: readonly string[]): Promise<number>;
};

type Options = { transactions?: number; slugs: readonly string[]; settings?: Partial<SandboxSettings> };

export async function openProfileDesk({ transactions = 2_000, slugs, settings = {} }: Options): Promise<ProfileDesk> {
  const desk = await createSandboxDesk({ transactions, slugs, settings });
  const { gateways } = await openProfile(desk, slugs);
  return {
    desk,
    ctx: { ...desk.ctx(), gateways },
    play: (reading) =>
      desk.gateway.control({ method: "POST", name: "settings", body: { ...defaultSandboxSettings, ...reading } }),
    callsOf: async (names) => {
      const { calls } = (await desk.control("stats")) as { calls: Record<string, number> };
      return names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
    },
  };
}

/** The services before the built-in gateway, whose stored profile acts. */
export async function createProfileDesk(options: Options): Promise<SandboxDesk> {
  const desk = await createSandboxDesk({ transactions: 300, ...options });
  const { gateways } = await openProfile(desk, options.slugs);
  return { ...desk, ctx: (person?: Partial<SignedInStaff>) => ({ ...desk.ctx(person), gateways }) };
}

/** The desk's gateway as a connection that is stored, with its merchants. */
export async function openProfile(desk: SandboxDesk, slugs: readonly string[]): Promise<Pick<ServiceContext, "gateways">> {
  const { db, vault, gateways: before } = desk.ctx();
  const { baseUrl } = await before.environment(environment);
  const { integration, merchants } = desk.sandbox;
  await saveIntegration(db, vault, { id: environment, baseUrl, ...integration, by: "a test" });
  for (const { slug, clientId, clientSecret } of merchants.filter((merchant) => slugs.includes(merchant.slug)))
    await saveMerchant(db, vault, { environment, slug, name: slug, clientId, clientSecret, sid: null, by: "a test" });
  const gateways = createGatewayDirectory({
    store: desk.store,
    vault,
    permits: createPermitLedger({ db, vault }),
    clock: systemClock,
    allowedHosts: [new URL(baseUrl).host],
    onCall: () => {},
  });
  return { gateways };
}
