import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { type NeverNotifiedPage, neverNotifiedPageSchema, type Transaction } from "#lib/contract/transaction.ts";
import { dayOf } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findFirstEndpoint } from "#lib/db/notifications/never-notified.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import type { DayQuestion } from "#lib/ledger-sync/days-to-read.ts";
import { findLedgerCoverage } from "#lib/ledger-sync/freshness.ts";
import { findSlugs, requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { summariseDays } from "../ledger-sync/summarise-days.ts";
import { alertScope } from "../merchants/alert-scope.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { newestAsOf } from "../transactions/newest-as-of.ts";
import { readMerchant, toProblem } from "../transactions/read-merchants.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { toTransaction } from "../transactions/to-transaction.ts";
import { findNeverNotified } from "./find-never-notified.ts";

const budgetMs = 6_000;
/** A page after so many sales may be empty, and still lead on. */
const scannedMax = 5_000;

type Question = { environment: Environment; merchant: string | null; input: unknown };
type State = { complete: boolean; problem?: AppError | undefined; asOf: Date | undefined; isUnread: boolean };

/**
 * Online sales in the ledger without a notification, newest first: of a merchant, whose ledger is read for the first page if it
 * is old, or of all this account may see, as stored. Days not read yet are missing, as `complete` and `problem` report; throws the error for a
 * merchant never read. Excludes sales before the merchant's first endpoint, days whose notifications are no longer stored, and
 * sales whose notification is not processed yet or may still come.
 */
export async function listNeverNotified(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: Question,
): Promise<NeverNotifiedPage> {
  requireRole(ctx, notificationOperations.listNeverNotified);
  const merchant = slug === null ? undefined : await requireMerchant(ctx, environment, slug);
  const { limit, cursor, group, alert, ...range } = parseInput(notificationOperations.listNeverNotified.query, input);
  const visible = merchant ? { environment, merchantIds: [merchant.id] } : await visibleScope(ctx, environment);
  const scope: MerchantScope = await groupScope(ctx, await alertScope(ctx, visible, alert), group);
  const zone = await findZone(ctx, environment);
  const { from, before, days } = toTimeRange(range, zone);
  const list = { scope: merchant?.id ?? environment, list: "never-notified", group, alert, ...range };
  const keptFrom = await findRetainedFrom(ctx.db, environment, "notifications");
  const since = await findFirstEndpoint(ctx.db, scope);
  // Without an endpoint nothing is missing.
  const first = latest([
    since ?? new Date(ctx.clock.now()),
    from,
    keptFrom === undefined ? undefined : startOfDay(keptFrom, zone),
  ]);
  const state = merchant
    ? await (cursor === undefined || merchant.archivedAt ? readOne : findStored)(ctx, merchant, { days, zone })
    : await summariseAll(ctx, scope, { from: dayOf(first, zone), zone });
  const { found, next } =
    since === undefined
      ? { found: [], next: undefined }
      : await findNeverNotified(ctx, {
          ...scope,
          from: first,
          before,
          after: cursor === undefined ? undefined : parseCursor(cursor, list),
          limit,
          scannedMax,
        });
  if (found.length === 0 && state.isUnread) throw state.problem ?? new AppError("gateway_timeout");
  const slugs = await findSlugs(
    ctx,
    found.map(({ row }) => row.merchantId),
  );
  const items = found.map(
    ({ row, notified }): Transaction => toTransaction(ctx.vault, row, slugs.get(row.merchantId) ?? "", { notified }),
  );
  return neverNotifiedPageSchema.parse({
    items,
    nextCursor: next ? toCursor(next, list) : null,
    asOf: newestAsOf(state.asOf, items, ctx.clock.now()),
    complete: state.complete,
    problem: state.problem && toProblem(state.problem),
    firstEndpointAt: since?.toISOString() ?? null,
  });
}

type Days = { days: DayQuestion; zone: string };

async function readOne(ctx: ServiceContext, merchant: MerchantRow, { days, zone }: Days): Promise<State> {
  const { asOf, isComplete, isKnown, problem } = await readMerchant(ctx, merchant, { days, zone, budgetMs });
  return { complete: isComplete, problem, asOf, isUnread: !isKnown && !isComplete };
}

async function findStored({ db, clock }: ServiceContext, merchant: MerchantRow, { days, zone }: Days): Promise<State> {
  const { asOf, isWhole } = await findLedgerCoverage({ db, clock, merchant, zone }, days);
  return { complete: isWhole, problem: undefined, asOf, isUnread: false };
}

async function summariseAll(ctx: ServiceContext, scope: MerchantScope, days: { from: string; zone: string }): Promise<State> {
  const { sync, complete, isRead } = await summariseDays(ctx, scope, days);
  // Nothing more comes by itself.
  const problem = isRead && !complete ? new AppError("ledger_incomplete") : undefined;
  return { complete, problem, asOf: sync.asOf === null ? undefined : new Date(sync.asOf), isUnread: false };
}

function latest(times: readonly (Date | undefined)[]): Date {
  return new Date(Math.max(...times.flatMap((at) => at?.getTime() ?? [])));
}
