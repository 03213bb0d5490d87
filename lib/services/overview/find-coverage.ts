import type { Attention, Overview } from "#lib/contract/overview.ts";
import { listFailingLedgers, listUnreadLedgers } from "#lib/db/ledger-sync/unread-ledgers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findLedgerCoverage } from "#lib/ledger-sync/freshness.ts";
import type { ServiceContext } from "../context.ts";
import { reachesHistory } from "../ledger-sync/summarise-days.ts";
import { summariseSync } from "../ledger-sync/summarise-sync.ts";
import { countedMerchants, fewMerchants } from "../transactions/few-merchants.ts";

/** `merchant`: the only merchant of the scope, where one was requested. */
type Covered = { scope: MerchantScope; merchant: MerchantRow | undefined; zone: string; from: string; to: string };
/** `notSynced`: the partial ones whose last sync did not fail. */
type Coverage = Pick<Overview, "asOf" | "partial" | "partialCount" | "sync"> & { notSynced: Omit<Attention, "kind"> };

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
      return { merchant, isWhole: whole.isWhole, asOf: last.asOf ?? whole.asOf };
    }),
  );
  // Days that have ended are read once and stay: the figures are as old as the last day.
  const times = all.flatMap(({ asOf }) => (asOf ? [asOf.getTime()] : []));
  const partial = all.filter(({ isWhole, merchant }) => !isWhole && merchant.archivedAt === null).map(({ merchant }) => merchant);
  const failing = await listFailingLedgers(
    db,
    partial.map(({ id }) => id),
  );
  const waiting = partial.filter(({ id }) => !failing.has(id)).map(({ slug, name }) => ({ slug, name }));
  return {
    asOf: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    partial: partial.map(({ slug }) => slug),
    partialCount: partial.length,
    notSynced: { count: waiting.length, merchants: waiting },
  };
}

type OfMany = Omit<Covered, "merchant">;

async function coverageOfMany(ctx: ServiceContext, { scope, ...days }: OfMany): Promise<Coverage> {
  const isOfHistory = reachesHistory(ctx, days);
  const [sync, unread] = await Promise.all([
    summariseSync(ctx, scope),
    listUnreadLedgers(ctx.db, { ...scope, isOfHistory, days, limit: namedMax }),
  ]);
  const status = isOfHistory ? "not_fully_synced" : "never_synced";
  return {
    ...{ asOf: sync.asOf, partial: unread.slugs, partialCount: unread.count, sync },
    notSynced: { count: unread.withoutProblem, merchants: [], status },
  };
}
