import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";

type Wanted = {
  environment: string;
  calls: number;
  /** The most calls a second. */
  most: number;
  /** Calls that the gateway has answered since the last time. */
  answered: number;
};

export type Reserved = {
  calls: number;
  /** When to ask again, where there were none. */
  waitMs: number;
  rate: number;
};

/** So much of the setting comes back with each call that the gateway answers. */
const gain = 0.001;

/**
 * Takes calls out of the integration's budget, which all processes share: it fills up with time, to one second's worth at
 * most, at the rate that the gateway has been seen to take.
 */
export async function reserveCalls(db: Queryable, { environment, calls, most, answered }: Wanted): Promise<Reserved> {
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
  // The row was made by this very statement, which does not see it yet.
  return rows[0] ?? { calls: 0, waitMs: 0, rate: most };
}

const loweredAgain = sql`interval '5 seconds'`;
const rateLeast = 0.1;

/** The gateway said that these were too many: half the rate from now on, and no call of the background before the pause is over. */
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

/** Calls a second that an integration takes, as far as it is known. */
export async function findSyncRate(db: Queryable, environment: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ rate: number }>(sql`select rate from sync_budget where environment = ${environment}`);
  return rows[0]?.rate;
}
