import { getTableColumns, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { ledgerFacet } from "../schema/transaction.ts";

/** One row's values of the filters of a list. */
export type FacetValues = Omit<typeof ledgerFacet.$inferSelect, "id" | "kindId" | "amountMin" | "amountMax">;

const { id: _id, kindId: _kind, amountMin: _min, amountMax: _max, ...columns } = getTableColumns(ledgerFacet);
const names = Object.keys(columns) as (keyof FacetValues)[];

export function toFacetValues(row: FacetValues): FacetValues {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as FacetValues;
}

type FacetIds = { facetId: number; kindId: number };

/** Represents the amount of rows whose amount does not fit its currency: below every other. */
export const withoutAmount = Number.MIN_SAFE_INTEGER - 1;

/** The facet and its kind for each of the values, in order; creates new ones. */
export async function ensureFacets(db: Queryable, values: readonly FacetValues[]): Promise<FacetIds[]> {
  const distinct = new Map(values.map((value) => [facetName(value), value]));
  const known = new Map<string, FacetIds>();
  for (let round = 0; known.size < distinct.size && round < 2; round++) {
    if (round > 0) await db.insert(ledgerFacet).values(missingValues(distinct, known)).onConflictDoNothing();
    for (const facet of await findFacets(db, missingValues(distinct, known))) known.set(facetName(facet), facet);
  }
  return values.map((value) => known.get(facetName(value)) ?? missingFacet());
}

/** Widens the bounds of facets to include new rows. */
export async function addFittingFacets(
  db: Queryable,
  rows: readonly { facetId: number; amountMinor: number | null }[],
): Promise<void> {
  const bounds = new Map<number, { id: number; low: number; high: number | null }>();
  for (const { facetId: id, amountMinor } of rows) {
    const before = bounds.get(id);
    const low = Math.min(before?.low ?? Number.MAX_SAFE_INTEGER, amountMinor ?? withoutAmount);
    const highest = Math.max(before?.high ?? Number.MIN_SAFE_INTEGER, amountMinor ?? Number.MIN_SAFE_INTEGER);
    bounds.set(id, { id, low, high: amountMinor === null ? (before?.high ?? null) : highest });
  }
  await db.execute(sql`
    update ledger_facet set amount_min = least(amount_min, low), amount_max = greatest(amount_max, high)
    from json_to_recordset(${JSON.stringify([...bounds.values()])}::json) as seen(id int, low bigint, high bigint)
    where ledger_facet.id = seen.id and (amount_min is null or low < amount_min or (high is not null and (amount_max is null or high > amount_max)))`);
}

/** Throws: what was just created must exist. */
export function missingFacet(): never {
  throw new Error("A facet that was just made is not there.");
}

function missingValues(distinct: ReadonlyMap<string, FacetValues>, known: ReadonlyMap<string, FacetIds>): FacetValues[] {
  const values = [...distinct].filter(([name]) => !known.has(name)).map(([, value]) => value);
  return values.toSorted((left, right) => (facetName(left) < facetName(right) ? -1 : 1));
}

function facetName(values: FacetValues): string {
  return JSON.stringify(names.map((name) => values[name]));
}

async function findFacets(db: Queryable, values: readonly FacetValues[]): Promise<(FacetValues & FacetIds)[]> {
  const valuesJson = JSON.stringify(values);
  const types = names.map((name) => sql`${sql.identifier(name)} ${sql.raw(columns[name].getSQLType())}`);
  // The merchant implies the environment. The index serves only `=`.
  const compared = names.filter((name) => name !== "environment");
  const equalities = compared.map((name) => {
    const operator = sql.raw(columns[name].notNull ? "=" : "is not distinct from");
    return sql`facet.${sql.identifier(columns[name].name)} ${operator} wanted.${sql.identifier(name)}`;
  });
  const { rows } = await db.execute<FacetValues & FacetIds>(sql`
    select facet.id as "facetId", facet.kind_id as "kindId", wanted.*
    from json_to_recordset(${valuesJson}::json) as wanted(${sql.join(types, sql`, `)})
    join ledger_facet facet on ${sql.join(equalities, sql` and `)}`);
  return rows;
}
