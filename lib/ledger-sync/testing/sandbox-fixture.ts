import { systemClock } from "#lib/core/clock.ts";
import type { GatewayOptions } from "#lib/gateway/types.ts";
import type { SandboxDescription } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { SandboxSettings } from "#lib/sandbox/settings.ts";
import { createTestFixture, type TestFixture } from "./test-fixture.ts";

export type SandboxFixture = TestFixture & {
  sandbox: SandboxDescription;
  /** POST to one of the sandbox's controls; without a body GET. */
  control(name: string, body?: unknown): Promise<unknown>;
  /** The same controls as the app itself uses them. */
  gateway: Pick<ServedSandbox["sandbox"], "control">;
  /** The addresses for a merchant's notifications and browser redirects. */
  setStore: ServedSandbox["sandbox"]["setStore"];
};

type Options = {
  transactions?: number;
  settings?: Partial<SandboxSettings>;
  options?: Partial<GatewayOptions>;
  /** Only these merchants; all by default. */
  slugs?: readonly string[];
};

/** The services with the built-in gateway, served over HTTP on its own port. */
export async function createSandboxFixture({
  transactions = 600,
  settings,
  options,
  slugs,
}: Options = {}): Promise<SandboxFixture> {
  const secret = "a secret for tests only, 32 characters and more";
  const served = await serveSandbox({
    port: 0,
    secret,
    storage: createMemoryStorage(),
    clock: systemClock,
    transactions,
    live: false,
    ...(settings ? { settings } : {}),
  });
  const sandbox = served.sandbox.describe();
  const merchants = sandbox.merchants.filter((merchant) => slugs === undefined || slugs.includes(merchant.slug));
  const upstream = { baseUrl: served.url, ...sandbox.integration, merchants };
  const fixture = await createTestFixture({ upstream, ...(options ? { options } : {}) });
  return {
    ...fixture,
    sandbox,
    gateway: served.sandbox,
    setStore: (slug, addresses) => served.sandbox.setStore(slug, addresses),
    control: async (name, body) => {
      const headers = { "x-control-key": sandbox.controlKey, "content-type": "application/json" };
      const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch(`${served.url}/control/${name}`, sent);
      if (!answer.ok) throw new Error(`control/${name} answered ${answer.status}`);
      return answer.json();
    },
    drop: async () => {
      await served.close();
      await fixture.drop();
    },
  };
}
