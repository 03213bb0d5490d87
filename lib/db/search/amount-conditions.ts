import { gte, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { toMinorBounds } from "#lib/core/amount-bounds.ts";
import { currenciesByExponent, usualExponent } from "#lib/core/currency.ts";
import type { FilterConditions } from "./filter-conditions.ts";

/** Amounts as in `transactionFilters`: without a sign, in each row's own currency; both inclusive. */
export type AmountRange = { amountMin?: string | undefined; amountMax?: string | undefined };

/** `amount`: minor units, never negative. */
export function withinAmounts({ amount, currency }: Record<"amount" | "currency", SQLWrapper>): FilterConditions<AmountRange> {
  const inEach = (toMinor: (exponent: number) => number): SQL => {
    const others = [...currenciesByExponent].map(
      ([exponent, codes]) => sql`when ${currency} = any(${sql.param([...codes])}::text[]) then ${toMinor(exponent)}::bigint`,
    );
    return sql`case ${sql.join(others, sql` `)} else ${toMinor(usualExponent)}::bigint end`;
  };
  // No row has an amount beyond what is safe.
  const beyond = Number.MAX_SAFE_INTEGER;
  return {
    amountMin: (min) =>
      gte(
        amount,
        inEach((exponent) => toMinorBounds({ min }, exponent)?.low ?? beyond),
      ),
    amountMax: (max) =>
      lte(
        amount,
        inEach((exponent) => toMinorBounds({ max }, exponent)?.high ?? beyond),
      ),
  };
}
