import { setTimeout as wait } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type Environment, environments } from "#lib/core/identifiers.ts";
import { isCollision } from "../connection/is-database-away.ts";
import type { Database } from "../connection/open-store.ts";

/** Limits how long other statements wait for these tables while a month is created; after that it is retried. */
const lockWithin = "300ms";
const retryMs = 500;
const triesMax = 20;

/** Creates the partitions for this month and the next; cheap when they exist. */
export async function ensureDeliveryMonths(db: Database, at: Date): Promise<void> {
  for (const environment of environments) {
    for (const months of [0, 1])
      await ensureMonth(db, environment, sql`${at.toISOString()}::timestamptz + ${months} * interval '1 month'`);
  }
}

/** Creates the partition of one month of an environment, if no row of it came before. */
export function ensureDeliveryMonth(db: Database, environment: Environment, at: Date): Promise<void> {
  return ensureMonth(db, environment, sql`${at.toISOString()}::timestamptz`);
}

async function ensureMonth(db: Database, environment: Environment, at: SQL): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${lockWithin}, true)`);
        await tx.execute(sql`select ensure_delivery_month(${environment}, ${at})`);
      });
    } catch (thrown) {
      if (tries === triesMax || !isCollision(thrown)) throw thrown;
    }
    await wait(retryMs);
  }
}
