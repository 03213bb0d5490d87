import { and, eq, inArray, max, min, type SQL, sql } from "drizzle-orm";
import { type MinorBounds, toMinorBounds } from "../core/amount-bounds.ts";
import { currencyExponent } from "../core/currency.ts";
import type { Queryable } from "./open-store.ts";
import { ledgerFacet } from "./schema/transaction.ts";

/** What a list can be narrowed by, as one row has it. */
export type FacetValues = Omit<typeof ledgerFacet.$inferSelect, "id" | "amountMin" | "amountMax">;

/** Stands for the amount of rows whose amount does not fit its currency: below every other. */
export const withoutAmount = Number.MIN_SAFE_INTEGER - 1;

/** Rows whose amount, with its sign, lies between; of these facets only, where others have other bounds. */
export type AmountRange = MinorBounds & { facetIds?: readonly number[] | undefined };

/**
 * Facets, and the bounds no amount of theirs lies beyond, `withoutAmount` counted as one. `ranges`: where amounts are
 * bounded, the ranges that they lie in, lowest first.
 */
export type Facets = { ids: number[]; amountMin: number | null; amountMax: number | null; ranges?: AmountRange[] };

export type FacetQuery = {
  environment: string;
  merchantIds: readonly string[];
  types?: readonly string[] | undefined;
  sign?: string | undefined;
  currency?: string | undefined;
  account?: string | undefined;
  terminal?: string | undefined;
  /** Money without a sign, as decimal text, in each row's own currency. */
  amountMin?: string | undefined;
  amountMax?: string | undefined;
};

const noFacets = { ids: [], amountMin: null, amountMax: null };

/** The facets whose rows fit; none fits when there is none. */
export async function findFittingFacets(db: Queryable, query: FacetQuery): Promise<Facets> {
  const { environment, merchantIds, types, sign, currency, account, terminal } = query;
  if (merchantIds.length === 0) return noFacets;
  const groups = await db
    .select({
      currency: ledgerFacet.currency,
      ids: sql<number[]>`array_agg(${ledgerFacet.id})`,
      amountMin: min(ledgerFacet.amountMin),
      amountMax: max(ledgerFacet.amountMax),
    })
    .from(ledgerFacet)
    .where(
      and(
        eq(ledgerFacet.environment, environment),
        inArray(ledgerFacet.merchantId, [...merchantIds]),
        types && inArray(ledgerFacet.type, [...types]),
        is(ledgerFacet.sign, sign),
        is(ledgerFacet.currency, currency),
        is(ledgerFacet.accountNumber, account),
        is(ledgerFacet.terminalId, terminal),
      ),
    )
    .groupBy(ledgerFacet.currency);
  const bounds = { min: query.amountMin, max: query.amountMax };
  if (bounds.min === undefined && bounds.max === undefined) return merge(groups);
  const byExponent = [...Map.groupBy(groups, (group) => currencyExponent(group.currency))].map(
    ([exponent, sharing]) => [exponent, merge(sharing)] as const,
  );
  const bounded = byExponent.flatMap(([exponent, facets]) => {
    const ranges = toRanges(toMinorBounds(bounds, exponent)).filter((range) => isWithin(facets, range));
    return ranges.length === 0 ? [] : [{ ...facets, ranges }];
  });
  const ranges = bounded.flatMap((facets) =>
    facets.ranges.map((range) => (bounded.length === 1 ? range : { ...range, facetIds: facets.ids })),
  );
  return { ...merge(bounded), ranges: ranges.toSorted((one, other) => one.low - other.low) };
}

function merge(groups: readonly Facets[]): Facets {
  const bounds = (key: "amountMin" | "amountMax") => groups.map((group) => group[key]).filter((bound) => bound !== null);
  const [lows, highs] = [bounds("amountMin"), bounds("amountMax")];
  return {
    ids: groups.flatMap(({ ids }) => ids),
    amountMin: lows.length === 0 ? null : Math.min(...lows),
    amountMax: highs.length === 0 ? null : Math.max(...highs),
  };
}

/** Debits are stored below zero, credits above. */
function toRanges(bounds: MinorBounds | undefined): MinorBounds[] {
  if (bounds === undefined) return [];
  const { low, high } = bounds;
  return low === 0 ? [{ low: -high, high }] : [{ low: -high, high: -low }, bounds];
}

function isWithin({ amountMin, amountMax }: Facets, { low, high }: MinorBounds): boolean {
  return (amountMin === null || high >= amountMin) && (amountMax === null || low <= amountMax);
}

function is(column: Parameters<typeof eq>[0], value: string | undefined): SQL | undefined {
  return value === undefined ? undefined : eq(column, value);
}

/** The facet of each of the values, in order; makes those that are new. */
export async function ensureFacets(db: Queryable, values: readonly FacetValues[]): Promise<number[]> {
  const distinct = new Map(values.map((each) => [facetName(each), each]));
  const known = new Map<string, number>();
  for (let round = 0; known.size < distinct.size && round < 2; round++) {
    if (round > 0) await db.insert(ledgerFacet).values(lacking(distinct, known)).onConflictDoNothing();
    for (const facet of await findFacets(db, lacking(distinct, known))) known.set(facetName(facet), facet.id);
  }
  return values.map((each) => known.get(facetName(each)) ?? missingFacet());
}

/** Widens the bounds of facets to rows that came. */
export async function widenFacets(
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

function missingFacet(): never {
  throw new Error("A facet that was just made is not there.");
}

function lacking(distinct: ReadonlyMap<string, FacetValues>, known: ReadonlyMap<string, number>): FacetValues[] {
  const values = [...distinct].filter(([name]) => !known.has(name)).map(([, each]) => each);
  return values.toSorted((one, other) => (facetName(one) < facetName(other) ? -1 : 1));
}

function facetName({ merchantId, type, sign, currency, accountNumber, terminalId }: FacetValues): string {
  return JSON.stringify([merchantId, type, sign, currency, accountNumber, terminalId]);
}

async function findFacets(db: Queryable, values: readonly FacetValues[]): Promise<(FacetValues & { id: number })[]> {
  const wanted = JSON.stringify(values);
  const { rows } = await db.execute<FacetValues & { id: number }>(sql`
    select facet.id, wanted.* from json_to_recordset(${wanted}::json) as wanted("environment" text, "merchantId" uuid, "type" text,
      "sign" text, "currency" text, "accountNumber" text, "terminalId" text)
    join ledger_facet facet on facet.merchant_id = wanted."merchantId" and facet.sign = wanted."sign"
      and facet.currency = wanted."currency" and facet.type is not distinct from wanted."type"
      and facet.account_number is not distinct from wanted."accountNumber"
      and facet.terminal_id is not distinct from wanted."terminalId"`);
  return rows;
}
