import { systemClock } from "#lib/core/clock.ts";
import { createSandboxDesk, type SandboxDesk } from "#lib/mirror/testing/sandbox-desk.ts";
import { environment } from "#lib/mirror/testing/test-desk.ts";
import { createGatewayDirectory } from "#lib/runtime/gateway-directory.ts";
import { defaultSandboxSettings, type SandboxSettings } from "#lib/sandbox/settings.ts";
import type { ServiceContext } from "#lib/services/context.ts";
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
  const { db, vault, log } = desk.ctx();
  const { integration, baseUrl, merchants } = desk.sandbox;
  await saveIntegration(db, vault, { id: environment, baseUrl, ...integration, by: "a test" });
  for (const { slug, clientId, clientSecret, sid, name } of merchants.filter((each) => slugs.includes(each.slug))) {
    await saveMerchant(db, vault, { environment, slug, name, clientId, clientSecret, sid, by: "a test" });
  }
  const gateways = createGatewayDirectory({
    store: desk.store,
    vault,
    clock: systemClock,
    log,
    permits: createPermitLedger({ db, vault }),
    allowedHosts: [new URL(baseUrl).host],
    onCall: () => {},
  });
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
