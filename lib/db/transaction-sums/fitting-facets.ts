import { type SQL, sql } from "drizzle-orm";
import type { transactionFilters } from "#lib/contract/filters.ts";
import { type MinorBounds, toMinorBounds } from "#lib/core/amount-bounds.ts";
import { currencyExponent } from "#lib/core/currency.ts";
import { isAmong } from "../connection/is-among.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { transaction } from "../schema/transaction.ts";
import { type FilterConditions, filterConditions, type InstantRange, type QueryFilters } from "../search/filter-conditions.ts";
import { byKinds, byKindsOf, byMerchants, type Level } from "./ledger-levels.ts";

type RowFilters = Omit<
  QueryFilters<typeof transactionFilters>,
  keyof InstantRange | "merchant" | "group" | "card" | "orderNumber" | "tag"
> & {
  /** Leaves out fees that belong to another transaction. */
  fees?: "folded" | undefined;
};
type FacetFilters = Omit<RowFilters, "amountMin" | "amountMax">;

/** Amounts are unsigned decimal text, in each row's own currency. */
export type FacetQuery = MerchantScope & RowFilters;

/** The condition on a facet for each filter. */
const facetConditions: FilterConditions<FacetFilters> = {
  type: (codes) => sql`type = any(${sql.param(codes.split(","))}::text[])`,
  sign: sql`sign`,
  currency: sql`currency`,
  account: sql`account_number`,
  terminal: sql`terminal_id`,
  fees: () => sql`not is_folded`,
};

/** Rows with a signed amount in this range; with `ids` only rows of these facets. */
export type AmountRange = MinorBounds & { ids?: readonly number[] | undefined };

/** Facets of one level, and the bounds of their amounts, where `withoutAmount` counts as one. */
export type Facets = {
  level: Level;
  ids: number[];
  /** The filters as conditions on the level's facets. */
  conditions: SQL;
  /** The scope's condition on rows, since facets of the whole environment include all merchants. */
  ofScope: SQL | undefined;
  amountMin: number | null;
  amountMax: number | null;
  /** With amount filters, the ranges of the amounts, lowest first. */
  ranges?: AmountRange[] | undefined;
};

/** Up to this many merchants, reading their facets is faster than reading those of the whole environment. */
const fewMerchants = 100;

/** Conditions on the row's merchant, besides its facet, for a walk along the ledger. */
export function ofMerchants(scope: MerchantScope): SQL {
  const { merchantIds } = scope;
  const isLong = merchantIds !== null && merchantIds.length > fewMerchants;
  return isLong ? isAmong(transaction.merchantId, merchantIds, "uuid") : inScope(scope, transaction);
}

/**
 * The facets whose rows match, for finding rows; empty when no row matches. Always few: for many merchants the kinds of
 * the whole environment, unless a filter by account or terminal leaves only a few facets.
 */
export function findFittingFacets(db: Queryable, query: FacetQuery): Promise<Facets> {
  return find(db, query, levelOf(query, byKinds));
}

/** The same for summing their days. */
export function findSummedFacets(db: Queryable, query: FacetQuery): Promise<Facets> {
  return find(db, query, levelOf(query, query.merchantIds === null ? byKinds : byKindsOf(query.merchantIds)));
}

/** The filters that kinds support; others need the facets of a merchant. */
const kindFilters = new Set<string>(["type", "sign", "currency", "fees"] satisfies (keyof FacetFilters)[]);

function levelOf({ merchantIds, ...query }: FacetQuery, ofMany: Level): Level {
  const isOfMany = merchantIds === null || merchantIds.length > fewMerchants;
  const names = Object.keys(facetConditions) as (keyof FacetFilters)[];
  const isOfKinds = names.every((name) => query[name] === undefined || kindFilters.has(name));
  return isOfMany && isOfKinds ? ofMany : byMerchants;
}

type Bounded = Pick<Facets, "ids" | "amountMin" | "amountMax">;

async function find(db: Queryable, query: FacetQuery, level: Level): Promise<Facets> {
  const { merchantIds } = query;
  const ofScope = level.isShared && merchantIds !== null ? isAmong(transaction.merchantId, merchantIds, "uuid") : undefined;
  const conditions = toConditions(query, level);
  const groups = isEmptyScope(query) ? [] : await loadGroups(db, level, conditions);
  const bounds = { min: query.amountMin, max: query.amountMax };
  if (bounds.min === undefined && bounds.max === undefined) return { level, conditions, ofScope, ...merge(groups) };
  const byExponent = [...Map.groupBy(groups, (group) => currencyExponent(group.currency))].map(
    ([exponent, sharing]) => [exponent, merge(sharing)] as const,
  );
  const bounded = byExponent.flatMap(([exponent, facets]) => {
    const ranges = toRanges(toMinorBounds(bounds, exponent)).filter((range) => isWithin(facets, range));
    return ranges.length === 0 ? [] : [{ ...facets, ranges }];
  });
  const ranges = bounded.flatMap((facets) =>
    facets.ranges.map((range) => (bounded.length === 1 ? range : { ...range, ids: facets.ids })),
  );
  return { level, conditions, ofScope, ...merge(bounded), ranges: ranges.toSorted((left, right) => left.low - right.low) };
}

/** The driver returns bigint sums of this size as text. */
type Group = { currency: string; ids: number[]; low: string | null; high: string | null };

async function loadGroups(db: Queryable, level: Level, conditions: SQL): Promise<(Bounded & { currency: string })[]> {
  const { rows } = await db.execute<Group>(sql`
    select currency, array_agg(id) as ids, min(amount_min)::text as low, max(amount_max)::text as high
    from ${level.facets} facet where ${conditions} group by currency`);
  const toNumber = (text: string | null) => (text === null ? null : Number(text));
  return rows.map(({ low, high, ...group }) => ({ ...group, amountMin: toNumber(low), amountMax: toNumber(high) }));
}

function toConditions(query: FacetQuery, level: Level): SQL {
  const ofScope = level.isShared
    ? sql`environment = ${query.environment}`
    : inScope(query, { environment: sql`environment`, merchantId: sql`merchant_id` });
  return sql.join([ofScope, ...filterConditions(query, facetConditions)], sql` and `);
}

/** Above this number of facets a join is faster than separate index searches. */
export const manyFacets = 2_000;

/**
 * The sums of the facets' days as a table: type, sign, currency, `part` of the day, rows, credit_minor, debit_minor.
 * For few facets it sums by facet first, so that their attributes are joined to some hundred sums instead of each day's
 * row.
 */
export function daysOf({ level, ids, conditions }: Facets, { part, within }: { part: SQL; within: SQL }): SQL {
  if (ids.length > manyFacets)
    return sql`(select type, sign, currency, ${part} as part, rows, credit_minor, debit_minor
      from ${level.days} held join ${level.facets} facet on facet.id = held.facet_id where ${conditions} and ${within})`;
  return sql`(select type, sign, currency, part, rows, credit_minor, debit_minor from (
      select held.facet_id, ${part} as part, sum(rows) as rows, sum(credit_minor) as credit_minor, sum(debit_minor) as debit_minor
      from ${level.days} held where held.facet_id = any(${sql.param(ids)}::int[]) and ${within} group by 1, 2
    ) held join ${level.facets} facet on facet.id = held.facet_id)`;
}

function merge(groups: readonly Bounded[]): Bounded {
  const bounds = (key: "amountMin" | "amountMax") => groups.map((group) => group[key]).filter((bound) => bound !== null);
  const [lows, highs] = [bounds("amountMin"), bounds("amountMax")];
  return {
    ids: groups.flatMap(({ ids }) => ids),
    amountMin: lows.length === 0 ? null : Math.min(...lows),
    amountMax: highs.length === 0 ? null : Math.max(...highs),
  };
}

/** Debits are stored as negative, credits as positive amounts. */
function toRanges(bounds: MinorBounds | undefined): MinorBounds[] {
  if (bounds === undefined) return [];
  const { low, high } = bounds;
  return low === 0 ? [{ low: -high, high }] : [{ low: -high, high: -low }, bounds];
}

function isWithin({ amountMin, amountMax }: Bounded, { low, high }: MinorBounds): boolean {
  return (amountMin === null || high >= amountMin) && (amountMax === null || low <= amountMax);
}
