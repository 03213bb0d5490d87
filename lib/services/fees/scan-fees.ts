import type { exportFeesInput } from "#lib/contract/fees.ts";
import { contractText } from "#lib/contract/texts.ts";
import { addDays, countDays, dayOf } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { feeDaysApart } from "#lib/core/transaction-types.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import type { FeeQuery } from "#lib/db/transactions/fee-rates.ts";
import { type ServiceContext, scopeOf } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { findSynced } from "../ledger-sync/find-synced.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { toTimeRange } from "../transactions/time-range.ts";

export type FeeScan = { query: FeeQuery; from: string; to: string; zone: string };

const daysShown = 30;
const daysMax = 100;

type Filter = Omit<ReturnType<typeof exportFeesInput.parse>, "format" | "kind">;

/** What the list, the sums and the file read. Without days the last 30; throws `invalid_input` for more than 100. */
export async function toFeeScan(ctx: ServiceContext, environment: Environment, filter: Filter): Promise<FeeScan> {
  const { from, to, currency, brand, merchant, group } = filter;
  const scope = await groupScope(ctx, await scopeOf(ctx, environment, merchant), group);
  const zone = await findZone(ctx, environment);
  const range = toTimeRange({ from, to }, zone);
  const last = range.days.to ?? dayOf(new Date(ctx.clock.now()), zone);
  const first = range.days.from ?? addDays(last, 1 - daysShown);
  if (countDays({ from: first, to: last }) > daysMax) {
    const tooLong = contractText("overview_too_long", { count: daysMax });
    throw new AppError("invalid_input", { fields: [{ field: "from", ...tooLong }] });
  }
  const instants = { from: range.from ?? startOfDay(first, zone), before: range.before ?? endOfDay(last, zone) };
  return { query: { ...scope, ...instants, currency, brand }, from: first, to: last, zone };
}

/** How fresh the stored days are in which sales and fees of the scan may be booked. */
export async function findFeesSynced(ctx: ServiceContext, { query, from, to, zone }: FeeScan) {
  const nowAt = new Date(ctx.clock.now());
  const today = dayOf(nowAt, zone);
  const last = addDays(to, feeDaysApart);
  const days = { from: addDays(from, -feeDaysApart), to: last < today ? last : today };
  const { asOf, complete } = await findSynced(ctx, { scope: query, zone, days });
  return { asOf: asOf ?? nowAt.toISOString(), complete };
}
