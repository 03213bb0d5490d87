import { randomBytes } from "node:crypto";
import { systemClock } from "#lib/core/clock.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";

/** The gateway, which outlives the database that is lost, and counts what it was asked to do. */
export type RestoreGateway = {
  host: string;
  connectFile: Record<string, unknown>;
  /** Payments and refunds it accepted, by the description they came with. */
  accepted: { payments: Map<string, number>; refunds: Map<string, number> };
  /** From now on the sign-ins of the second merchant are refused. */
  refuseSecond(): Promise<void>;
  /** Refused sign-ins so far. */
  failedSignIns(): number;
};

const signInPath = /\/auth\/session$/;
const refundPath = /\/payments\/refund$/;
const paymentPath = /\/payments$/;

/** The second one has worked before its sign-ins are refused. */
export const secondMerchant = "knigi-online";
const merchantsUsed = ["corner-cafe", secondMerchant];

export async function startRestoreGateway(run: OwnRun): Promise<RestoreGateway> {
  const accepted = { payments: new Map<string, number>(), refunds: new Map<string, number>() };
  let failed = 0;
  const served = await serveSandbox({
    port: 0,
    secret: randomBytes(24).toString("hex"),
    storage: createMemoryStorage(),
    clock: systemClock,
    transactions: 0,
    live: false,
    settings: { settleMinMs: 50, settleSpreadMs: 50 },
    between: async (request, handle) => {
      const { pathname } = new URL(request.url);
      const isChange = request.method === "POST" && (refundPath.test(pathname) || paymentPath.test(pathname));
      const body = isChange ? await request.clone().json() : undefined;
      const response = await handle();
      if (signInPath.test(pathname) && !response.ok) failed++;
      if (body && response.ok) {
        const counts = refundPath.test(pathname) ? accepted.refunds : accepted.payments;
        counts.set(body.description, (counts.get(body.description) ?? 0) + 1);
      }
      return response;
    },
  });
  served.sandbox.start();
  run.defer(() => served.close());
  const { integration, merchants } = served.sandbox.describe();
  const chosen = merchants.filter(({ slug }) => merchantsUsed.includes(slug));
  return {
    host: new URL(served.url).host,
    connectFile: {
      baseUrl: served.url,
      ...integration,
      merchants: chosen.map(({ slug, name, clientId, clientSecret }) => ({ slug, name, clientId, clientSecret })),
    },
    accepted,
    async refuseSecond() {
      await served.sandbox.control({ method: "POST", name: "settings", body: { refusedMerchants: [secondMerchant] } });
    },
    failedSignIns: () => failed,
  };
}
