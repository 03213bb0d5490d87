import { eq, gte, lt, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Filters, FilterValues } from "#lib/contract/filters.ts";

export type InstantRange = {
  from?: Date | undefined;
  /** Exclusive end. */
  before?: Date | undefined;
};

/** A list's filters as its query takes them: days as instants, and without the search text. */
export type QueryFilters<F extends Filters> = InstantRange & Omit<FilterValues<F>, "from" | "to" | "zone" | "q">;

/** For each filter the column that must equal its value, or a function that makes the condition. */
export type FilterConditions<Values> = {
  [Name in keyof Values]-?: SQLWrapper | ((value: NonNullable<Values[Name]>) => SQL | undefined);
};

/** The conditions of the filters that are set, in the order of `conditions`. */
export function filterConditions<Values extends object>(values: Values, conditions: FilterConditions<Values>): SQL[] {
  const names = Object.keys(conditions) as (keyof Values)[];
  return names.flatMap((name) => {
    const [value, condition] = [values[name], conditions[name]];
    if (value === undefined || value === null) return [];
    return (typeof condition === "function" ? condition(value) : eq(condition, value)) ?? [];
  });
}

export function withinRange(column: SQLWrapper): FilterConditions<InstantRange> {
  return { from: (from) => gte(column, from), before: (before) => lt(column, before) };
}
