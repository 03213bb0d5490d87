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

type RowFilters = Omit<QueryFilters<typeof transactionFilters>, keyof InstantRange>;
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
};

/** Rows with a signed amount in this range; with `ids` only rows of these facets. */
export type AmountRange = MinorBounds & { ids?: readonly number[] | undefined };

/** Facets of one level whose rows match. */
export type Facets = {
  level: Level;
  /** Empty when no row matches. */
  ids: number[];
  /** The kinds of these facets. */
  kindIds: number[];
  /** The filters as conditions on the level's facets. */
  conditions: SQL;
  /** The scope's condition on rows, since facets of the whole environment include all merchants. */
  ofScope: SQL | undefined;
  /** With amount filters, the ranges of the amounts. */
  ranges?: AmountRange[] | undefined;
};

/** Up to this many merchants, reading their facets is faster than reading those of the whole environment. */
const fewMerchants = 100;

/** The scope's condition on a row. */
export function ofMerchants(scope: MerchantScope): SQL {
  const { merchantIds } = scope;
  const isLong = merchantIds !== null && merchantIds.length > fewMerchants;
  return isLong ? isAmong(transaction.merchantId, merchantIds, "uuid") : inScope(scope, transaction);
}

/**
 * The facets for finding rows, always few: kinds of all merchants, or with a filter by account or terminal the facets that
 * have it.
 */
export function findFittingFacets(db: Queryable, query: FacetQuery): Promise<Facets> {
  return isOfKinds(query) ? find(db, { ...query, merchantIds: null }, byKinds) : find(db, query, byMerchants);
}

/** The facets for summing their days. */
export function findSummedFacets(db: Queryable, query: FacetQuery): Promise<Facets> {
  return find(db, query, levelOf(query));
}

/** The filters that kinds support. */
const kindFilters = new Set<string>(["type", "sign", "currency"] satisfies (keyof FacetFilters)[]);

/** Whether no filter needs the facets of a merchant. */
function isOfKinds(query: FacetQuery): boolean {
  const names = Object.keys(facetConditions) as (keyof FacetFilters)[];
  return names.every((name) => query[name] === undefined || kindFilters.has(name));
}

function levelOf({ merchantIds, ...query }: FacetQuery): Level {
  const isOfMany = merchantIds === null || merchantIds.length > fewMerchants;
  if (!isOfMany || !isOfKinds({ ...query, merchantIds })) return byMerchants;
  return merchantIds === null ? byKinds : byKindsOf(merchantIds);
}

async function find(db: Queryable, query: FacetQuery, level: Level): Promise<Facets> {
  const { merchantIds } = query;
  const ofScope = level.isShared && merchantIds !== null ? isAmong(transaction.merchantId, merchantIds, "uuid") : undefined;
  const conditions = toConditions(query, level);
  const groups = isEmptyScope(query) ? [] : await loadGroups(db, level, conditions);
  const merge = (some: readonly Group[]) => ({
    ids: some.flatMap(({ ids }) => ids),
    kindIds: [...new Set(some.flatMap(({ kind_ids }) => kind_ids))],
  });
  const bounds = { min: query.amountMin, max: query.amountMax };
  if (bounds.min === undefined && bounds.max === undefined) return { level, conditions, ofScope, ...merge(groups) };
  const bounded = [...Map.groupBy(groups, ({ currency }) => currencyExponent(currency))].flatMap(([exponent, sharing]) => {
    const ranges = toRanges(toMinorBounds(bounds, exponent));
    return ranges.length === 0 ? [] : [{ sharing, ranges, ids: sharing.flatMap(({ ids }) => ids) }];
  });
  const isAlone = new Set(groups.map(({ currency }) => currencyExponent(currency))).size === 1;
  const ranges = bounded.flatMap(({ ids, ranges: own }) => own.map((range) => (isAlone ? range : { ...range, ids })));
  return { level, conditions, ofScope, ...merge(bounded.flatMap(({ sharing }) => sharing)), ranges };
}

type Group = { currency: string; ids: number[]; kind_ids: number[] };

async function loadGroups(db: Queryable, level: Level, conditions: SQL): Promise<Group[]> {
  const { rows } = await db.execute<Group>(sql`
    select currency, array_agg(id) as ids, array_agg(distinct ${level.kind}) as kind_ids
    from ${level.facets} facet where ${conditions} group by currency`);
  return rows;
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

/** Debits are stored as negative, credits as positive amounts. */
function toRanges(bounds: MinorBounds | undefined): MinorBounds[] {
  if (bounds === undefined) return [];
  const { low, high } = bounds;
  return low === 0 ? [{ low: -high, high }] : [{ low: -high, high: -low }, bounds];
}
