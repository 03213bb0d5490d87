import type { Queryable } from "./open-store.ts";
import { findSetting } from "./settings.ts";

/** How many days an environment keeps its mirrored rows; null: for good. */
export type Retention = { transactionDays: number | null };

const keyOf = (environment: string) => `retention.${environment}`;

export async function findRetention(db: Queryable, environment: string): Promise<Retention> {
  const stored = (await findSetting(db, keyOf(environment))) as Partial<Retention> | undefined;
  return { transactionDays: stored?.transactionDays ?? null };
}
