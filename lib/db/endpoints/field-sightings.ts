import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { fieldSighting } from "../schema/field-sighting.ts";

export type FieldSighting = typeof fieldSighting.$inferInsert;

const nameMax = 200;
const toStored = (name: string) => name.slice(0, nameMax);

/** Stores the earliest sighting of each name, in any order of arrival; idempotent. */
export async function saveFieldSightings(db: Queryable, sightings: readonly FieldSighting[]): Promise<void> {
  const first = new Map<string, FieldSighting>();
  for (const sighting of sightings.toSorted((a, b) => b.firstSeenAt.getTime() - a.firstSeenAt.getTime())) {
    first.set(`${sighting.environment} ${toStored(sighting.name)}`, { ...sighting, name: toStored(sighting.name) });
  }
  if (first.size === 0) return;
  await db
    .insert(fieldSighting)
    // Sorted, so that concurrent writers of the same names cannot deadlock.
    .values([...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting))
    .onConflictDoUpdate({
      target: [fieldSighting.environment, fieldSighting.name],
      set: { firstSeenAt: sql`excluded.first_seen_at` },
      setWhere: sql`excluded.first_seen_at < ${fieldSighting.firstSeenAt}`,
    });
}

/** When each of these names was first received; without those never received. */
export async function findFieldSightings(
  db: Queryable,
  { environment, names }: { environment: string; names: readonly string[] },
): Promise<(name: string) => Date | undefined> {
  if (names.length === 0) return () => undefined;
  const rows = await db
    .select({ name: fieldSighting.name, firstSeenAt: fieldSighting.firstSeenAt })
    .from(fieldSighting)
    .where(and(eq(fieldSighting.environment, environment), inArray(fieldSighting.name, names.map(toStored))));
  const byName = new Map(rows.map((row) => [row.name, row.firstSeenAt]));
  return (name) => byName.get(toStored(name));
}
