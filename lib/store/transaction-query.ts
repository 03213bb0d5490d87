import { and, asc, between, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { isEnvironment } from "../core/identifiers.ts";
import type { AmountRange, FacetQuery, Facets } from "./ledger-facets.ts";
import { transaction } from "./schema/transaction.ts";
import type { TransactionRow } from "./transactions.ts";

export type TransactionQuery = FacetQuery & {
  from?: Date | undefined;
  /** Exclusive end. */
  before?: Date | undefined;
  /** Any identifier of the row equals or begins with this normalised text. */
  identifier?: string | undefined;
};

/** Where a page ended or began. */
export type TransactionKey = Pick<TransactionRow, "occurredAt" | "id" | "merchantId" | "amountMinor">;

export type TransactionPageQuery = TransactionQuery & {
  order: "newest" | "oldest" | "largest" | "smallest";
  after?: TransactionKey | undefined;
  /** Walks against the order, towards the list's beginning. */
  isBackward?: boolean;
  limit: number;
};

/** How a page is walked: along time or along amounts, and whether towards the smaller. */
export type Walk = { isByTime: boolean; isFalling: boolean };

export function toWalk({ order, isBackward = false }: Pick<TransactionPageQuery, "order" | "isBackward">): Walk {
  const startsHigh = order === "newest" || order === "largest";
  return { isByTime: order === "newest" || order === "oldest", isFalling: startsHigh !== isBackward };
}

/** A page as it is looked for: with the facets its filter leaves. */
export type Page = TransactionPageQuery & {
  facets: Facets;
  facetIds: readonly number[];
  ranges?: readonly AmountRange[] | undefined;
  walk: Walk;
};

const noAmount = sql`'-9223372036854775808'::bigint`;

/** `ranges` undefined: rows of any amount, and those without one. */
type Terms = Pick<TransactionQuery, "from" | "before"> & { ranges?: readonly AmountRange[] | undefined };

/** Conditions on the row itself, besides its facet. */
export function matchingRow(terms: Terms & Pick<TransactionQuery, "environment">): SQL | undefined {
  return and(eq(transaction.environment, terms.environment), matchingTerms(terms));
}

/** The same within one environment's partition. */
export function matchingTerms({ from, before, ranges }: Terms): SQL | undefined {
  return and(
    from && gte(transaction.occurredAt, from),
    before && lt(transaction.occurredAt, before),
    ranges && or(...ranges.map(withinRange)),
  );
}

function withinRange({ low, high, facetIds }: AmountRange): SQL | undefined {
  return and(between(transaction.amountRank, low, high), facetIds && ofFacetsUnweighed(facetIds));
}

/** The one environment's part of the table. Throws for what is no environment. */
export function partitionOf(environment: string): SQL {
  if (!isEnvironment(environment)) throw new Error(`"${environment}" is no environment.`);
  return sql`${sql.identifier(`transaction_${environment}`)}`;
}

export function ofFacets(facetIds: readonly number[]): SQL {
  return sql`${transaction.facetId} = any(${sql.param([...facetIds])}::int[])`;
}

/**
 * The same for a search that ends after a few rows. The subselect hides the ids from the planner, which would take longer
 * to weigh hundreds of them for every month than the search takes.
 */
export function ofFacetsUnweighed(facetIds: readonly number[]): SQL {
  return sql`${transaction.facetId} = any((select ${sql.param([...facetIds])}::int[])::int[])`;
}

export function ofMerchants(merchantIds: readonly string[]): SQL {
  const [only] = merchantIds;
  return merchantIds.length === 1 && only ? eq(transaction.merchantId, only) : inArray(transaction.merchantId, [...merchantIds]);
}

const byTime = [transaction.occurredAt, transaction.id, transaction.merchantId];

function sortColumns({ isByTime }: Walk) {
  return isByTime ? byTime : [transaction.amountRank, ...byTime];
}

export function inOrder(walk: Walk): SQL[] {
  return sortColumns(walk).map((column) => (walk.isFalling ? desc(column) : asc(column)));
}

/** Rows behind the key in walking order. */
export function behind(after: TransactionKey | undefined, walk: Walk): SQL | undefined {
  if (!after) return undefined;
  const operator = sql.raw(walk.isFalling ? "<" : ">");
  const time = sql`${after.occurredAt.toISOString()}::timestamptz, ${after.id}, ${after.merchantId}::uuid`;
  const key = walk.isByTime ? time : sql`coalesce(${after.amountMinor}::bigint, ${noAmount}), ${time}`;
  return sql`(${sql.join(sortColumns(walk), sql`, `)}) ${operator} (${key})`;
}

/** The order of the list as a comparison of rows that are already here. */
export function compareRows(walk: Walk): (one: TransactionKey, other: TransactionKey) => number {
  const rank = (row: TransactionKey) => row.amountMinor ?? Number.NEGATIVE_INFINITY;
  const sign = walk.isFalling ? -1 : 1;
  const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return (one, other) =>
    sign *
    ((walk.isByTime || rank(one) === rank(other) ? 0 : rank(one) - rank(other)) ||
      one.occurredAt.getTime() - other.occurredAt.getTime() ||
      text(one.id, other.id) ||
      text(one.merchantId, other.merchantId));
}
