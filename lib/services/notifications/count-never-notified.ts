import { addDays } from "#lib/core/days.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findFirstEndpoint } from "#lib/db/notifications/never-notified.ts";
import type { ServiceContext } from "../context.ts";
import { findNeverNotified } from "./find-never-notified.ts";

/** More are not counted: who has a hundred has something to do. */
const countedMax = 100;
/** The newest sales of the days. */
const scannedMax = 1_000;

type Days = { scope: MerchantScope; zone: string; from: string; to: string };

/** How many of the newest online sales of these days have no notification though one is overdue; at most 100. */
export async function countNeverNotified(
  ctx: Pick<ServiceContext, "db" | "clock">,
  { scope, zone, from, to }: Days,
): Promise<number> {
  const since = await findFirstEndpoint(ctx.db, scope);
  if (since === undefined) return 0;
  const start = startOfDay(from, zone);
  const { found } = await findNeverNotified(ctx, {
    ...scope,
    from: since > start ? since : start,
    before: startOfDay(addDays(to, 1), zone),
    limit: countedMax,
    scannedMax,
  });
  return found.length;
}
