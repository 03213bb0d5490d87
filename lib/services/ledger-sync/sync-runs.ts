import {
  type LedgerSync,
  ledgerSyncOperations,
  ledgerSyncSchema,
  type SyncRun,
  syncRunSchema,
} from "#lib/contract/ledger-sync.ts";
import { dayNumberAt, toDayNumber, toDayText } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listSyncRuns, requestSyncRun, stopSyncRun } from "#lib/db/ledger-sync/sync-runs.ts";
import { listRetention } from "#lib/db/settings/retention.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { describeLedger } from "#lib/db/transaction-sums/ledger-days.ts";
import { findLedgerCoverage, findLedgerGaps } from "#lib/ledger-sync/freshness.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { requireActive } from "../merchants/require-active.ts";
import { toSyncRun } from "./to-sync-run.ts";

type Question = { environment: Environment; merchant: string };

const runsShown = 10;

/** How much of the merchant's ledger is stored, as of when, and the runs that backfill and check it. Makes no gateway call. */
export async function getLedgerSync(ctx: ServiceContext, { environment, merchant: slug }: Question): Promise<LedgerSync> {
  requireRole(ctx, ledgerSyncOperations.getLedgerSync);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { zone } = await ctx.gateways.environment(environment);
  const today = toDayText(dayNumberAt(ctx.clock.now(), zone));
  const [stored, gaps, { asOf }, runs, retention, nameOf] = await Promise.all([
    describeLedger(ctx.db, merchant.id),
    findLedgerGaps({ db: ctx.db, merchant, zone }),
    findLedgerCoverage({ db: ctx.db, clock: ctx.clock, merchant, zone }, { from: today }),
    listSyncRuns(ctx.db, { merchantId: merchant.id, limit: runsShown }),
    listRetention(ctx.db, environment),
    readNames(ctx),
  ]);
  return ledgerSyncSchema.parse({
    merchant: merchant.slug,
    zone,
    ...stored,
    ...gaps,
    asOf: asOf?.toISOString() ?? null,
    retentionDays: retention.find(({ kind }) => kind === "transactions")?.days ?? null,
    runs: runs.map((run) => toSyncRun(run, nameOf)),
  });
}

/** Requests a run that reads a range, or checks it against the gateway; returns the merchant's open run of that kind if any. */
export async function requestRun(ctx: ServiceContext, { input, ...question }: Question & { input: unknown }): Promise<SyncRun> {
  requireRole(ctx, ledgerSyncOperations.requestSyncRun);
  const { environment } = question;
  const merchant = await requireMerchant(ctx, environment, question.merchant);
  requireActive(merchant);
  const { kind, from, to } = parseInput(ledgerSyncOperations.requestSyncRun.body, input);
  const { zone } = await ctx.gateways.environment(environment);
  const nowMs = ctx.clock.now();
  const today = dayNumberAt(nowMs, zone);
  if (toDayNumber(from) > today) {
    throw new AppError("invalid_input", { fields: [{ field: "from", ...serviceText("day_in_future") }] });
  }
  const toDay = Math.min(to === undefined ? today : toDayNumber(to), today);
  const run = await requestSyncRun(ctx.db, {
    environment,
    merchantId: merchant.id,
    kind,
    fromDay: from,
    toDay: toDayText(toDay),
    daysTotal: toDay - toDayNumber(from) + 1,
    requestedBy: ctx.staff.storedName,
    at: new Date(nowMs),
  });
  return syncRunSchema.parse(toSyncRun(run, await readNames(ctx)));
}

/** Stops a run; what it has read stays. */
export async function stopRun(ctx: ServiceContext, { id, ...question }: Question & { id: string }): Promise<SyncRun> {
  requireRole(ctx, ledgerSyncOperations.stopSyncRun);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  if (!isUuid(id)) throw new AppError("not_found");
  const run = await stopSyncRun(ctx.db, { id, merchantId: merchant.id, at: new Date(ctx.clock.now()) });
  if (!run) throw new AppError("not_found");
  return syncRunSchema.parse(toSyncRun(run, await readNames(ctx)));
}
