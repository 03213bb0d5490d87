import { type FeeSum, type FeeSums, feeOperations, feeSumsSchema } from "#lib/contract/fees.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import { type FeeSumRow, sumFeeRates } from "#lib/db/transactions/fee-rates.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import { findFeesSynced, toFeeScan } from "./scan-fees.ts";

const merchantsMax = 50;

/** The effective rate by currency, merchant, card brand and day, as the fraction of two sums; and what is out of order. */
export async function sumFees(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<FeeSums> {
  requireRole(ctx, feeOperations.sumFees);
  const filter = parseInput(feeOperations.sumFees.query, input);
  const scan = await toFeeScan(ctx, environment, filter);
  const { query, from, to } = scan;
  const rows = Map.groupBy(await sumFeeRates(ctx.db, query), ({ by }) => by);
  const of = (by: FeeSumRow["by"]) => rows.get(by) ?? [];
  const alone = new Map(of("alone").map((row) => [row.currency, { count: row.rated, amountMinor: toMinor(row.feeMinor) }]));
  const known = new Map(of("all").map((row) => [row.currency, toSum(row)]));
  const currencies = [...new Set([...known.keys(), ...alone.keys()])].toSorted();
  const ids = new Set(of("merchant").flatMap(({ merchantId }) => merchantId ?? []));
  const slugs = await findSlugs(ctx, [...ids]);
  const merchants = of("merchant").map((row) => ({ merchant: slugs.get(row.merchantId ?? "") ?? "", ...toSum(row) }));
  return feeSumsSchema.parse({
    ...{ from, to },
    totals: currencies.map((currency) => ({
      ...(known.get(currency) ?? { ...nothing, currency }),
      feesAlone: alone.get(currency) ?? { count: 0, amountMinor: 0 },
    })),
    merchants: merchants
      .toSorted((left, right) => mostSales(left, right) || compare(left.merchant, right.merchant))
      .slice(0, merchantsMax),
    merchantCount: ids.size,
    brands: of("brand")
      .map((row) => ({ brand: row.brand ?? "unknown", ...toSum(row) }))
      .toSorted((left, right) => mostSales(left, right) || compare(left.brand, right.brand)),
    days: of("day")
      .map((row) => ({ day: row.day ?? "", ...toSum(row) }))
      .toSorted((left, right) => compare(right.day, left.day) || mostSales(left, right)),
    ...(await findFeesSynced(ctx, scan)),
  });
}

const nothing = {
  ...{ rated: 0, ratedMinor: 0, feeMinor: 0, otherCurrency: 0, outliers: 0 },
  withoutFee: { count: 0, amountMinor: 0 },
};

function toSum({ currency, rated, otherCurrency, outliers, ...row }: FeeSumRow): FeeSum {
  return {
    ...{ currency, rated, otherCurrency, outliers },
    ratedMinor: toMinor(row.ratedMinor),
    feeMinor: toMinor(row.feeMinor),
    withoutFee: { count: row.withoutFee, amountMinor: toMinor(row.withoutFeeMinor) },
  };
}

function toMinor(text: string): number {
  return toSafeInteger(BigInt(text));
}

/** Amounts of different currencies cannot be compared. */
function mostSales(left: FeeSum, right: FeeSum): number {
  return right.rated - left.rated || compare(left.currency, right.currency);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
