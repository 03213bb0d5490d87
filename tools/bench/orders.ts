import path from "node:path";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import { analyzeTables } from "#lib/db/testing/analyze-tables.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { checkOrders } from "#lib/services/order-check/check-orders.ts";
import { storeOrderMonth } from "#lib/services/order-check/testing/order-month.ts";
import { say } from "#scripts/support/say.ts";
import { atMost } from "#tools/drill/figures.ts";
import { openIdleApp } from "#tools/drill/restore-app.ts";
import { startRestoreGateway } from "#tools/drill/restore-gateway.ts";
import { makeEnv } from "#tools/drill/restore-outcome.ts";
import { connect } from "#tools/drill/restore-scene.ts";
import { startCluster } from "./support/cluster.ts";
import { atLeast } from "./support/goals.ts";
import { withOwnRun } from "./support/own-run.ts";
import { readSizes } from "./support/read-sizes.ts";
import { publish } from "./support/report.ts";

const usual = { orders: 100_000, planted: 500 };
const tiny = { orders: 500, planted: 4 };
const secondsMax = 20;
const place = { environment: "demo", merchant: "corner-cafe" } as const;

/** The three-way check of a month of orders with planted differences, as the page "Reconcile orders" asks for it. */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { orders: count, planted, isTiny } = readSizes(flags, usual, tiny);
  return withOwnRun("bench-orders", async (own) => {
    const cluster = await startCluster(own.folder);
    own.defer(() => cluster.close());
    const gateway = await startRestoreGateway(own);
    const env = await makeEnv(path.join(own.folder, "app"), gateway, false);
    const app = await openIdleApp(env, await cluster.createDatabase("orders"));
    own.defer(() => app.close());
    await connect(app, gateway);
    say(`Storing ${count} orders …`);
    const stored = await storeMonth(app.ctx, { count, planted });
    // As autovacuum does with rows that come over a month.
    await analyzeTables(app.ctx.db.$client);
    const { seconds, steps, found } = await check(app.ctx, stored.orders);
    const wrong = [...found].filter(([index, verdict]) => stored.expected.get(index) !== verdict).length;
    const missed = [...stored.expected.keys()].filter((index) => !found.has(index)).length;
    const figures = [
      atMost(`check of ${count} orders`, seconds, secondsMax, " s"),
      atLeast("messages of its progress", steps, 2),
      atMost(`of ${stored.expected.size} planted differences: missed`, missed, 0),
      atMost("differences invented or judged wrongly", wrong, 0),
    ];
    return publish({ name: "orders", figures, details: { seconds, steps }, isTiny });
  });
}

type Size = { count: number; planted: number };

async function storeMonth(ctx: ServiceContext, size: Size): ReturnType<typeof storeOrderMonth> {
  const merchant = await findMerchantRow(ctx.db, place.environment, place.merchant);
  if (!merchant) throw new Error("The bench's merchant is not connected.");
  const { zone } = await ctx.gateways.environment(place.environment);
  return storeOrderMonth(ctx, merchant, { ...size, readAt: new Date(), zone });
}

/** `found`: verdicts other than equal, by position of their order. */
async function check(ctx: ServiceContext, orders: readonly object[]) {
  const found = new Map<number, string>();
  const startedMs = performance.now();
  let steps = 0;
  for await (const step of checkOrders(ctx, { ...place, input: { orders } })) {
    steps += 1;
    if (step.step !== "checked") continue;
    for (const { index, verdict } of step.rows) if (verdict !== "equal") found.set(index, verdict);
  }
  return { seconds: (performance.now() - startedMs) / 1_000, steps, found };
}
