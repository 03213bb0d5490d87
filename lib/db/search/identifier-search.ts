import { withoutLeadingZeros } from "#lib/core/identifiers.ts";
import type { Queryable } from "../connection/open-store.ts";
import { isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { type FoundRow, findFirstRows, findNewestRows } from "../transactions/newest-rows.ts";
import {
  anyOf,
  anyOfFields,
  beginningWith,
  type Identifier,
  type IdentifierKind,
  mayBeStored,
  readIdentifiers,
} from "./identifiers.ts";

export type IdentifierHit = Identifier & {
  environment: string;
  merchantId: string;
  kind: IdentifierKind;
  targetId: string;
  occurredAt: Date;
  exact: boolean;
};

/** The rows' identifiers that match the search. */
export function toHits(
  rows: readonly FoundRow[],
  { environment }: MerchantScope,
  { isWanted, exact }: { isWanted: (identifier: Identifier) => boolean; exact: boolean },
): IdentifierHit[] {
  return rows.flatMap((row) => {
    const matching = readIdentifiers(row.identifiers).filter(isWanted);
    // A field that matches with and without leading zeros counts once.
    const once = [...new Map(matching.toReversed().map((identifier) => [identifier.field, identifier])).values()].toReversed();
    return once.map((identifier) => ({
      ...identifier,
      ...{ environment, merchantId: row.merchant_id, kind: row.kind, targetId: row.target_id },
      ...{ occurredAt: new Date(row.at_ms), exact },
    }));
  });
}

type ExactQuery = {
  scope: MerchantScope;
  fields: readonly string[];
  values: readonly string[];
  limit: number;
  kinds?: readonly IdentifierKind[];
};

/** Rows with exactly one of the values in one of the fields; at most `limit` in total, newest first. */
export async function findIdentifierTargets(
  db: Queryable,
  { scope, fields, values, limit, kinds }: ExactQuery,
): Promise<IdentifierHit[]> {
  const valueSet = new Set(values.filter(mayBeStored));
  if (valueSet.size === 0 || isEmptyScope(scope)) return [];
  const search = { scope, words: anyOfFields(fields, [...valueSet]), limit, ...(kinds ? { kinds } : {}) };
  const rows = await findNewestRows(db, search);
  return toHits(rows, scope, { isWanted: ({ field, value }) => fields.includes(field) && valueSet.has(value), exact: true });
}

const valuesAtOnce = 50;

/** The same with a limit for each value, so that a very common value does not displace the others. */
export async function findIdentifiersExactly(db: Queryable, query: ExactQuery): Promise<IdentifierHit[]> {
  const { values, limit } = query;
  const hits: IdentifierHit[] = [];
  for (let start = 0; start < values.length; start += valuesAtOnce) {
    const batch = values.slice(start, start + valuesAtOnce);
    const found = await findIdentifierTargets(db, { ...query, values: batch, limit: limit * batch.length });
    const isFull = found.length >= limit * batch.length && batch.length > 1;
    if (!isFull) hits.push(...found);
    else for (const value of batch) hits.push(...(await findIdentifierTargets(db, { ...query, values: [value] })));
  }
  return hits;
}

type FindOptions = {
  scope: MerchantScope;
  value: string;
  hashedValue: string;
  limit: number;
  /** Leaves out prefix matches. */
  isWhole?: boolean;
};

/**
 * Rows with an identifier that equals the value (or its keyed hash), newest first, then prefix matches, newest first.
 * Never matches inside a value, and hashes only match whole (docs/api.md).
 */
export async function findIdentifiers(
  db: Queryable,
  { scope, value, hashedValue, limit, isWhole = false }: FindOptions,
): Promise<IdentifierHit[]> {
  if (isEmptyScope(scope) || !mayBeStored(value)) return [];
  const otherForms = [withoutLeadingZeros(value), hashedValue];
  const sameValues = new Set([value, ...otherForms]);
  const exactQuery = anyOf([...sameValues]);
  const isExactMatch = (known: Identifier) => sameValues.has(known.value);
  const toExact = (rows: readonly FoundRow[]) => toHits(rows, scope, { isWanted: isExactMatch, exact: true });
  if (isWhole) return toExact(await findNewestRows(db, { scope, limit, words: exactQuery })).slice(0, limit);
  const prefixQuery = `${beginningWith(value)} | ${anyOf(otherForms)}`;
  const first = await findFirstRows(db, { scope, limit, words: prefixQuery, isLoose: true });
  const exact = toExact(first.isAll ? await first.findAll() : await findNewestRows(db, { scope, limit, words: exactQuery }));
  if (exact.length >= limit) return exact.slice(0, limit);
  const rows = await first.findAll();
  const known = new Set(exact.map(nameOf));
  const isPrefixMatch = (other: Identifier) => other.value.startsWith(value) && !isExactMatch(other);
  const others = toHits(rows, scope, { isWanted: isPrefixMatch, exact: false }).filter((hit) => !known.has(nameOf(hit)));
  return [...exact, ...others].slice(0, limit);
}

function nameOf({ merchantId, kind, targetId, field }: IdentifierHit): string {
  return `${merchantId} ${kind} ${targetId} ${field}`;
}
