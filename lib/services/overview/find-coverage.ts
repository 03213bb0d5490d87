import type { Overview } from "#lib/contract/overview.ts";
import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { listUnreadLedgers } from "#lib/db/ledger-sync/unread-ledgers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findLedgerCoverage } from "#lib/ledger-sync/freshness.ts";
import type { ServiceContext } from "../context.ts";
import { summariseSync } from "../ledger-sync/summarise-sync.ts";
import { countedMerchants, fewMerchants } from "../transactions/few-merchants.ts";

/** `merchant`: the only merchant of the scope, where one was requested. */
type Covered = { scope: MerchantScope; merchant: MerchantRow | undefined; zone: string; from: string; to: string };
type Coverage = Pick<Overview, "asOf" | "partial" | "partialCount" | "sync">;

const namedMax = 20;

/** How much of the days is stored: for a few merchants by the readings of each, for many by their sync state. */
export async function findCoverage(ctx: ServiceContext, { scope, merchant, ...days }: Covered): Promise<Coverage> {
  const merchants = merchant ? [merchant] : await fewMerchants(ctx, scope);
  return merchants ? coverageOfFew(ctx, { merchants, ...days }) : coverageOfMany(ctx, { scope, ...days });
}

type OfFew = { merchants: readonly MerchantRow[]; zone: string; from: string; to: string };

async function coverageOfFew({ db, clock }: ServiceContext, { merchants, zone, from, to }: OfFew): Promise<Coverage> {
  const all = await Promise.all(
    countedMerchants(merchants).map(async (merchant) => {
      const source = { db, clock, merchant, zone };
      const whole = await findLedgerCoverage(source, { from, to });
      const last = await findLedgerCoverage(source, { from: to, to });
      const { slug, archivedAt } = merchant;
      return { slug, isArchived: archivedAt !== null, isWhole: whole.isWhole, asOf: last.asOf ?? whole.asOf };
    }),
  );
  // Days that have ended are read once and stay: the figures are as old as the last day.
  const times = all.flatMap(({ asOf }) => (asOf ? [asOf.getTime()] : []));
  const partial = all.filter(({ isWhole, isArchived }) => !isWhole && !isArchived).map(({ slug }) => slug);
  return {
    asOf: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    partial,
    partialCount: partial.length,
  };
}

type OfMany = { scope: MerchantScope; zone: string; from: string };

async function coverageOfMany(ctx: ServiceContext, { scope, zone, from }: OfMany): Promise<Coverage> {
  const yesterday = toDayText(dayNumberAt(ctx.clock.now(), zone) - 1);
  const [sync, unread] = await Promise.all([
    summariseSync(ctx, scope),
    listUnreadLedgers(ctx.db, { ...scope, isOfHistory: from < yesterday, limit: namedMax }),
  ]);
  return { asOf: sync.asOf, partial: unread.slugs, partialCount: unread.count, sync };
}
