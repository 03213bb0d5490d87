import type { exportMoneyBackInput } from "#lib/contract/money-back.ts";
import { addDays, dayOf, mondayOf } from "#lib/core/days.ts";
import { moneyBackAfterMs } from "#lib/core/given-back.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import { listUnconfirmed, type UnconfirmedQuery } from "#lib/db/notifications/unconfirmed.ts";
import { type ServiceContext, scopeOf } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { type Proven, proveMoneyBack } from "./prove-money-back.ts";

type Filter = Omit<ReturnType<typeof exportMoneyBackInput.parse>, "format">;
export type Place = { environment: Environment; merchant: string | null };
/** What is looked through: the same for the list, the sums and the file. */
export type Scan = { query: Omit<UnconfirmedQuery, "after" | "limit">; from: string; to: string; zone: string };

const weeksShown = 12;
const weekDays = 7;

/** Throws `not_found` for a merchant this account may not see. Without days: this week and the eleven before it. */
export async function toScan(ctx: ServiceContext, { environment, merchant }: Place, filter: Filter): Promise<Scan> {
  const { from, to, reason, currency, merchant: only, group } = filter;
  const scope = await groupScope(ctx, await scopeOf(ctx, environment, merchant ?? only), group);
  const zone = await findZone(ctx, environment);
  const now = ctx.clock.now();
  const today = dayOf(new Date(now), zone);
  const first = addDays(mondayOf(today), -(weeksShown - 1) * weekDays);
  const range = toTimeRange({ from, to }, zone);
  const start = range.from ?? startOfDay(first, zone);
  const before = new Date(Math.min((range.before ?? endOfDay(today, zone)).getTime(), now - moneyBackAfterMs));
  const days = { from: range.days.from ?? first, to: range.days.to ?? today };
  return { query: { ...scope, from: start, before, reason, currency }, ...days, zone };
}

const rowsAtOnce = 2_000;

/** All of them in batches, newest first, with what proves each. */
export async function* scanMoneyBack(
  ctx: ServiceContext,
  { query }: Pick<Scan, "query">,
  { withTransactions = false } = {},
): AsyncGenerator<Proven[]> {
  const environment = query.environment as Environment;
  for (let after: UnconfirmedQuery["after"]; ; ) {
    const rows = await listUnconfirmed(ctx.db, { ...query, after, limit: rowsAtOnce });
    if (rows.length > 0) yield proveMoneyBack(ctx, environment, { rows, withTransactions });
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1);
  }
}
