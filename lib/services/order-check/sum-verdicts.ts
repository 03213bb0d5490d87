import type { VerdictTotal } from "#lib/contract/order-check.ts";
import type { Money } from "#lib/core/money.ts";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import { type Verdict, verdicts } from "#lib/core/shop-orders/verdicts.ts";

/** Counts orders and sums their amounts by verdict and currency. */
export function createTotals() {
  const counts = new Map<Verdict, number>();
  const sums = new Map<Verdict, Map<string, bigint>>();
  return {
    add(verdict: Verdict, money: Money | undefined): void {
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      if (!money) return;
      const own = sums.get(verdict) ?? new Map<string, bigint>();
      own.set(money.currency, (own.get(money.currency) ?? 0n) + BigInt(money.amountMinor));
      sums.set(verdict, own);
    },
    list(): VerdictTotal[] {
      return verdicts.map((verdict) => ({
        verdict,
        count: counts.get(verdict) ?? 0,
        sums: [...(sums.get(verdict) ?? [])].map(([currency, sum]) => ({ currency, amountMinor: toSafeInteger(sum) })),
      }));
    },
  };
}
