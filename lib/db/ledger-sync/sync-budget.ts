import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";

type CallRequest = {
  environment: string;
  calls: number;
  /** The highest number of calls a second. */
  most: number;
  /** Calls that the gateway has answered since the last reservation. */
  answered: number;
};

export type Reserved = {
  calls: number;
  /** When to try again if no calls were granted. */
  waitMs: number;
  rate: number;
};

/** The share of the maximum rate that each answered call restores. */
const gain = 0.001;

/**
 * Reserves calls from the integration's budget, which all processes share. It refills over time, up to one second's
 * worth, at the rate that the gateway has proven to accept.
 */
export async function reserveCalls(db: Queryable, { environment, calls, most, answered }: CallRequest): Promise<Reserved> {
  const { rows } = await db.execute<Reserved>(sql`
    with made as (
      insert into sync_budget (environment, rate, calls) values (${environment}, ${most}, 1) on conflict do nothing
    ), state as materialized (
      select *, clock_timestamp() as at from sync_budget where environment = ${environment} for update
    ), filled as (
      select least(${most}::float8, rate + ${gain * most * answered}::float8) as rate, at,
        coalesce(paused_until > at, false) as is_paused, paused_until,
        least(greatest(rate, 1), calls + least(rate, ${most}::float8) * extract(epoch from at - filled_at)) as calls
      from state
    ), granted as (
      select *, case when is_paused then 0 else least(${calls}::float8, floor(calls)) end as given from filled
    )
    update sync_budget budget
    set rate = granted.rate, filled_at = granted.at, calls = case when is_paused then 0 else granted.calls - given end
    from granted where budget.environment = ${environment}
    returning given::int as calls, granted.rate as rate,
      case when is_paused then extract(epoch from granted.paused_until - granted.at) * 1000
        else greatest(0, 1 - (granted.calls - given)) / granted.rate * 1000 end as "waitMs"`);
  // This statement created the row and so does not see it yet.
  return rows[0] ?? { calls: 0, waitMs: 0, rate: most };
}

const loweredAgain = sql`interval '5 seconds'`;
const rateLeast = 0.1;

/** After a rate-limit response: halves the rate, and allows no background calls until the pause is over. */
export async function lowerBudget(
  db: Queryable,
  { environment, pauseMs }: { environment: string; pauseMs: number },
): Promise<void> {
  await db.execute(sql`
    update sync_budget set calls = 0, filled_at = clock_timestamp(),
      rate = case when lowered_at > now() - ${loweredAgain} then rate else greatest(rate / 2, ${rateLeast}) end,
      lowered_at = case when lowered_at > now() - ${loweredAgain} then lowered_at else now() end,
      paused_until = greatest(paused_until, now() + ${pauseMs} * interval '1 millisecond')
    where environment = ${environment}`);
}

/** The known rate of calls a second that an integration accepts. */
export async function findSyncRate(db: Queryable, environment: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ rate: number }>(sql`select rate from sync_budget where environment = ${environment}`);
  return rows[0]?.rate;
}
