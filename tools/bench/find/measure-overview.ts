import { analyzeTables } from "#lib/db/testing/analyze-tables.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";
import { updateOverviews } from "#lib/services/overview/update-overview.ts";
import { type Percentiles, toPercentiles } from "../support/percentiles.ts";
import type { BenchDashboard } from "./bench-dashboard.ts";
import { benchEnvironment as environment } from "./fill-ledger.ts";

export type OverviewMeasure = {
  periods: ({ days: number; merchant: string } & Percentiles)[];
  lists: ({ filter: string } & Percentiles)[];
};

const dayMs = 86_400_000;
const dayText = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

/** The overview of 1 to 366 days, each with as many previous days, of all merchants and of one, and the lists its bars open. */
export async function measureOverview({ ctx, runtime, slugs }: BenchDashboard, rounds: number): Promise<OverviewMeasure> {
  await notePayments(runtime.store.pool);
  for (let left = 1; left > 0; ) {
    await updateOverviews(ctx);
    const { rows } = await runtime.store.pool.query<{ left: number }>("select count(*)::int as left from overview_change");
    left = rows[0]?.left ?? 0;
  }
  await analyzeTables(runtime.store.pool);
  const periods = [];
  for (const days of [1, 7, 30, 90, 366]) {
    for (const merchant of [null, slugs[0] ?? null]) {
      const input = { from: dayText(days - 1), to: dayText(0) };
      const spread = await timed(rounds, () => getOverview(ctx, { environment, merchant, input }));
      periods.push({ days, merchant: merchant ?? "all", ...spread });
    }
  }
  const month = { from: dayText(29), to: dayText(0), limit: "100" };
  const lists = [];
  for (const filter of [
    { paidWith: "card", brand: "visa" },
    { paidWith: "iris" },
    { brand: "jcb" },
    { delay: "5" },
    { delay: "more" },
  ]) {
    const spread = await timed(rounds, () =>
      listNotifications(ctx, { environment, merchant: null, input: { ...month, ...filter } }),
    );
    lists.push({ filter: JSON.stringify(filter), ...spread });
  }
  return { periods, lists };
}

async function timed(rounds: number, work: () => Promise<unknown>): Promise<Percentiles> {
  const times: number[] = [];
  for (let round = -3; round < rounds; round++) {
    const startedAt = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return toPercentiles(times);
}

/** Writes for all payments at once what the app records after each delivery's commit. */
async function notePayments(pool: BenchDashboard["runtime"]["store"]["pool"]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    await client.query(
      `insert into payment_notice (delivery_id, environment, merchant_id, received_at, paid_with, card_brand, currency, amount_minor, delay_seconds)
       select id, environment, merchant_id, received_at,
         (array['card', 'card', 'card', 'card', 'apple_pay', 'google_pay', 'ideal', case when seq % 500 = 0 then 'iris' else 'card' end])[1 + seq % 8],
         case when seq % 8 = 6 then 'none' else (array['visa', 'visa', 'mastercard', 'mastercard', case when seq % 900 = 0 then 'jcb' else 'amex' end])[1 + seq % 5] end,
         currency, amount_minor, (array[2, 2, 2, 9, 40, 200, case when seq % 700 = 0 then 9000 else 3 end])[1 + seq % 7]
       from delivery on conflict do nothing`,
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}
