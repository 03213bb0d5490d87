import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { inScope, isEmptyScope, type MerchantScope } from "./merchant-scope.ts";

export type MerchantGroup = { name: string; merchants: number };

const listedMax = 1_000;
const groupKey = sql`lower(${merchant.groupName})`;

/** Merchants of one group, or without one: the same in capital and small letters. */
export function inGroup(name: string | null): SQL {
  return name === null ? sql`${groupKey} is null` : sql`${groupKey} = lower(${name})`;
}

/** The groups of a scope's merchants by name, with how many of them are not archived. */
export async function listMerchantGroups(db: Queryable, scope: MerchantScope): Promise<MerchantGroup[]> {
  if (isEmptyScope(scope)) return [];
  return db
    .select({
      name: sql<string>`min(${merchant.groupName})`,
      merchants: sql<number>`(count(*) filter (where ${merchant.archivedAt} is null))::int`,
    })
    .from(merchant)
    .where(and(inScope(scope, { environment: merchant.environment, merchantId: merchant.id }), isNotNull(groupKey)))
    .groupBy(groupKey)
    .orderBy(groupKey)
    .limit(listedMax);
}

/** Ids of the scope's merchants in a group, or in none; archived ones too. */
export async function findIdsInGroup(db: Queryable, scope: MerchantScope, name: string | null): Promise<string[]> {
  if (isEmptyScope(scope)) return [];
  const rows = await db
    .select({ id: merchant.id })
    .from(merchant)
    .where(and(inScope(scope, { environment: merchant.environment, merchantId: merchant.id }), inGroup(name)));
  return rows.map(({ id }) => id);
}

type Grouping = { scope: MerchantScope; merchantIds: readonly string[]; name: string | null };

/**
 * Puts merchants into a group, or into none. A group that other merchants of the scope are in keeps their spelling.
 * Returns those that changed, with what they are in now and were in before.
 */
export async function setMerchantGroup(
  tx: Queryable,
  { scope, merchantIds, name }: Grouping,
): Promise<{ slug: string; before: string | null; after: string | null }[]> {
  const ids = sql`${sql.param([...merchantIds])}::uuid[]`;
  const isVisible = inScope(scope, { environment: merchant.environment, merchantId: merchant.id });
  // Locked in the order of their ids, so that two changes of the same merchants wait for each other.
  const { rows } = await tx.execute<{ slug: string; before: string | null; after: string | null }>(sql`
    with held as materialized (
      select id, group_name as before from merchant where id = any(${ids}) order by id for update
    ), spelt as materialized (
      select coalesce((select min(group_name) from merchant where ${isVisible} and ${inGroup(name)} and id <> all(${ids})),
        ${name}::text) as after
    )
    update merchant set group_name = after from held, spelt
    where merchant.id = held.id and before is distinct from after
    returning slug, before, after`);
  return rows;
}
