import { type MoneyBackSums, type MoneySums, moneyBackOperations, moneyBackSumsSchema } from "#lib/contract/money-back.ts";
import type { MoneyBackReason } from "#lib/contract/notification-marks.ts";
import { dayOf, mondayOf } from "#lib/core/days.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import type { Proven } from "./prove-money-back.ts";
import { type Place, scanMoneyBack, toScan } from "./scan-money-back.ts";

const merchantsMax = 50;

/** The sums of exactly the list's rows: by currency, by week and reason, and by merchant. */
export async function sumMoneyBack(ctx: ServiceContext, question: Place & { input: unknown }): Promise<MoneyBackSums> {
  requireRole(ctx, moneyBackOperations.sumMoneyBack);
  const filter = parseInput(moneyBackOperations.sumMoneyBack.query, question.input);
  const scan = await toScan(ctx, question, filter);
  const totals = createSums<object>();
  const weeks = createSums<{ week: string; reason: MoneyBackReason }>();
  const merchants = createSums<{ merchantId: string }>();
  for await (const batch of scanMoneyBack(ctx, scan)) {
    for (const item of batch) {
      const { receivedAt, reason, merchantId } = item.row;
      totals.add({}, item);
      weeks.add({ week: mondayOf(dayOf(receivedAt, scan.zone)), reason }, item);
      merchants.add({ merchantId }, item);
    }
  }
  const ranked = merchants.list().toSorted((left, right) => countOf(right) - countOf(left));
  const slugs = await findSlugs(
    ctx,
    ranked.slice(0, merchantsMax).map(({ merchantId }) => merchantId),
  );
  return moneyBackSumsSchema.parse({
    from: scan.from,
    to: scan.to,
    totals: totals.list(),
    weeks: weeks.list().toSorted((left, right) => (left.week < right.week ? 1 : left.week > right.week ? -1 : 0)),
    merchants: ranked
      .slice(0, merchantsMax)
      .map(({ merchantId, ...sums }) => ({ merchant: slugs.get(merchantId) ?? "", ...sums })),
    merchantCount: new Set(ranked.map(({ merchantId }) => merchantId)).size,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

function countOf({ proven, open }: MoneySums): number {
  return proven.count + open.count;
}

type Sum = { count: number; minor: bigint };

/** Sums by what names the group, and by currency. */
function createSums<Group extends object>() {
  const groups = new Map<string, { group: Group; currency: string | null; proven: Sum; open: Sum }>();
  return {
    add(group: Group, { row: { currency, amountMinor }, proof }: Proven): void {
      const key = JSON.stringify([group, currency]);
      const sums = groups.get(key) ?? { group, currency, proven: { count: 0, minor: 0n }, open: { count: 0, minor: 0n } };
      groups.set(key, sums);
      const sum = proof === null ? sums.open : sums.proven;
      sum.count += 1;
      sum.minor += BigInt(amountMinor ?? 0);
    },
    list: () =>
      [...groups.values()].map(({ group, currency, proven, open }) => ({
        ...group,
        currency,
        proven: toSum(proven),
        open: toSum(open),
      })),
  };
}

function toSum({ count, minor }: Sum): MoneySums["open"] {
  return { count, amountMinor: toSafeInteger(minor) };
}
