import { and, count, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { isAssumed } from "./fences.ts";

/** Merchants that are not archived, whose credentials have worked before, stopped only by failures that a restore assumed. */
const releasable = (environment: string) =>
  and(
    eq(merchant.environment, environment),
    isNull(merchant.archivedAt),
    eq(identityPair.provenMark, merchant.secretMark),
    isAssumed,
  );

export async function listReleasable(db: Queryable, environment: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: merchant.id })
    .from(merchant)
    .innerJoin(identityPair, eq(identityPair.id, merchant.pairId))
    .where(releasable(environment))
    .orderBy(merchant.slug)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function countReleasable(db: Queryable, environment: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(merchant)
    .innerJoin(identityPair, eq(identityPair.id, merchant.pairId))
    .where(releasable(environment));
  return row?.count ?? 0;
}
