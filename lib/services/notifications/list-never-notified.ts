import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { type NeverNotifiedPage, neverNotifiedPageSchema } from "#lib/contract/transaction.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import { findFirstEndpoints, listNeverNotifiedRows } from "#lib/db/notifications/never-notified.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { newestAsOf } from "../transactions/newest-as-of.ts";
import { readMerchant, toProblem } from "../transactions/read-merchants.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { toTransaction } from "../transactions/to-transaction.ts";
import { markNotified } from "./reconciliation/mark-notified.ts";
import { onlineTypes } from "./reconciliation/online-purchase.ts";

const budgetMs = 6_000;

type Question = { environment: Environment; merchant: string; input: unknown };

/**
 * Online sales in a merchant's ledger without a notification, newest first. Days not read yet are missing, as `complete` and
 * `problem` report; throws the error for a merchant never read. Excludes sales before the merchant's first endpoint, days whose
 * notifications are no longer stored, and sales whose notification is not processed yet or may still come.
 */
export async function listNeverNotified(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: Question,
): Promise<NeverNotifiedPage> {
  requireRole(ctx, notificationOperations.listNeverNotified);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { limit, cursor, ...range } = parseInput(notificationOperations.listNeverNotified.query, input);
  const { zone } = await ctx.gateways.environment(environment);
  const { from, before, days } = toTimeRange(range, zone);
  const list = { scope: merchant.id, list: "never-notified", ...range };
  const state = await readMerchant(ctx, merchant, { days, zone, budgetMs });
  const keptFrom = await findRetainedFrom(ctx.db, environment, "notifications");
  const since = (await findFirstEndpoints(ctx.db, [merchant.id])).get(merchant.id);
  const rows =
    since === undefined
      ? []
      : await listNeverNotifiedRows(ctx.db, {
          environment,
          merchantId: merchant.id,
          types: onlineTypes,
          from: latest([since, from, keptFrom === undefined ? undefined : startOfDay(keptFrom, zone)]),
          before,
          after: cursor === undefined ? undefined : parseCursor(cursor, list),
          limit: limit + 1,
        });
  if (rows.length === 0 && !state.isKnown && !state.isComplete) throw state.problem ?? new AppError("gateway_timeout");
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const marks = await markNotified(ctx, shown);
  const marked = shown.map((row, index) => toTransaction(ctx.vault, row, merchant.slug, marks[index]));
  return neverNotifiedPageSchema.parse({
    items: marked.filter(({ notified }) => notified?.state === "not_notified"),
    nextCursor: rows.length > limit && last ? toCursor(last, list) : null,
    asOf: newestAsOf(state.asOf, marked, ctx.clock.now()),
    complete: state.isComplete,
    problem: state.problem && toProblem(state.problem),
    firstEndpointAt: since?.toISOString() ?? null,
  });
}

function latest(times: readonly (Date | undefined)[]): Date {
  return new Date(Math.max(...times.flatMap((at) => at?.getTime() ?? [])));
}
