import { and, asc, between, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { TransactionOrder } from "#lib/contract/filters.ts";
import { isEnvironment } from "#lib/core/identifiers.ts";
import { isAmong } from "../connection/is-among.ts";
import { transaction } from "../schema/transaction.ts";
import type { InstantRange } from "../search/filter-conditions.ts";
import { type AmountRange, type FacetQuery, type Facets, manyFacets } from "../transaction-sums/fitting-facets.ts";
import type { TransactionRow } from "./transactions.ts";

export type TransactionQuery = FacetQuery &
  InstantRange & {
    /** An identifier of the row equals or starts with this normalised text. */
    identifier?: string | undefined;
    /** The last four digits of its card. */
    card?: string | undefined;
    /** Its normalised order number, whole. */
    orderNumber?: string | undefined;
    /** The mark of a tag on it. */
    tag?: string | undefined;
  };

/** The position where a page ended or started. */
export type TransactionKey = Pick<TransactionRow, "occurredAt" | "id" | "merchantId" | "amountMinor">;

export type TransactionPageQuery = TransactionQuery & {
  order: TransactionOrder;
  after?: TransactionKey | undefined;
  /** Walks against the order, towards the start of the list. */
  isBackward?: boolean;
  limit: number;
};

/** The direction of a page: along time or amounts, ascending or descending. */
export type Walk = { isByTime: boolean; isFalling: boolean };

export function toWalk({ order, isBackward = false }: Pick<TransactionPageQuery, "order" | "isBackward">): Walk {
  const startsHigh = order === "newest" || order === "largest";
  return { isByTime: order === "newest" || order === "oldest", isFalling: startsHigh !== isBackward };
}

/** A page query with the facets that its filters leave. */
export type Page = TransactionPageQuery & { facets: Facets; walk: Walk };

const noAmount = sql`'-9223372036854775808'::bigint`;

type Terms = InstantRange & {
  /** Undefined or without ranges: rows of any amount, including those without one. */
  facets?: Pick<Facets, "level" | "ranges"> | undefined;
};

/** Conditions on the row itself, besides its facet. */
export function matchingRow(terms: Terms & Pick<TransactionQuery, "environment">): SQL | undefined {
  return and(eq(transaction.environment, terms.environment), matchingTerms(terms));
}

/** The same within one environment's partition. */
export function matchingTerms({ from, before, facets }: Terms): SQL | undefined {
  return and(
    from && gte(transaction.occurredAt, from),
    before && lt(transaction.occurredAt, before),
    facets?.ranges && or(...facets.ranges.map((range) => withinRange(range, facets))),
  );
}

function withinRange({ low, high, ids }: AmountRange, { level }: Pick<Facets, "level">): SQL | undefined {
  return and(between(transaction.amountRank, low, high), ids && ofFacetsUnweighed({ level, ids, ofScope: undefined }));
}

/** The partition of an environment. Throws when it is no environment. */
export function partitionOf(environment: string): SQL {
  if (!isEnvironment(environment)) throw new Error(`"${environment}" is no environment.`);
  return sql`${sql.identifier(`transaction_${environment}`)}`;
}

type Fitting = Pick<Facets, "level" | "ofScope"> & { ids: readonly number[] };

/** Rows of the facets. */
export function ofFacets({ level, ids, ofScope }: Fitting): SQL | undefined {
  if (ids.length > manyFacets) return and(isAmong(level.column, ids, "int"), ofScope);
  return and(sql`${level.column} = any(${sql.param([...ids])}::int[])`, ofScope);
}

/**
 * The same for a search that stops after a few rows. The subselect hides the ids from the planner, which would take
 * longer to estimate hundreds of them for every month than the search takes.
 */
export function ofFacetsUnweighed({ level, ids, ofScope }: Fitting): SQL | undefined {
  return and(sql`${level.column} = any((select ${sql.param([...ids])}::int[])::int[])`, ofScope);
}

const byTime = [transaction.occurredAt, transaction.id, transaction.merchantId];

function sortColumns({ isByTime }: Walk) {
  return isByTime ? byTime : [transaction.amountRank, ...byTime];
}

export function inOrder(walk: Walk): SQL[] {
  return sortColumns(walk).map((column) => (walk.isFalling ? desc(column) : asc(column)));
}

/** Rows after the key in walking order. */
export function behind(after: TransactionKey | undefined, walk: Walk): SQL | undefined {
  if (!after) return undefined;
  const operator = sql.raw(walk.isFalling ? "<" : ">");
  const time = sql`${after.occurredAt.toISOString()}::timestamptz, ${after.id}, ${after.merchantId}::uuid`;
  const key = walk.isByTime ? time : sql`coalesce(${after.amountMinor}::bigint, ${noAmount}), ${time}`;
  return sql`(${sql.join(sortColumns(walk), sql`, `)}) ${operator} (${key})`;
}
