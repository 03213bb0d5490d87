import { type Mirror, type MirrorRun, mirrorOperations, mirrorRunSchema, mirrorSchema } from "../../contract/mirror.ts";
import { AppError } from "../../core/errors.ts";
import { type Environment, isUuid } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { dayNumberAt, toDayNumber, toDayText } from "../../mirror/days.ts";
import { knownAsOf } from "../../mirror/known-as-of.ts";
import { findLedgerGaps } from "../../mirror/ledger-gaps.ts";
import { describeLedger } from "../../store/ledger-days.ts";
import { listMirrorRuns, requestMirrorRun, stopMirrorRun } from "../../store/mirror-runs.ts";
import { readNames } from "../../store/person-names.ts";
import { listRetention } from "../../store/retention.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { toMirrorRun } from "./to-mirror-run.ts";

type Question = { environment: Environment; merchant: string };

const runsShown = 10;

/** How much of the merchant's ledger is here, as of when, and the runs that fill and check it. Makes no gateway call. */
export async function getMirror(ctx: ServiceContext, { environment, merchant: slug }: Question): Promise<Mirror> {
  requireRole(ctx, mirrorOperations.getMirror);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { zone } = await ctx.gateways.environment(environment);
  const today = toDayText(dayNumberAt(ctx.clock.now(), zone));
  const [held, gaps, asOf, runs, retention, nameOf] = await Promise.all([
    describeLedger(ctx.db, merchant.id),
    findLedgerGaps({ db: ctx.db, merchant, zone }),
    knownAsOf({ db: ctx.db, clock: ctx.clock, merchant, zone }, { from: today }),
    listMirrorRuns(ctx.db, { merchantId: merchant.id, limit: runsShown }),
    listRetention(ctx.db, environment),
    readNames(ctx),
  ]);
  return mirrorSchema.parse({
    merchant: merchant.slug,
    zone,
    ...held,
    ...gaps,
    asOf: asOf?.toISOString() ?? null,
    retentionDays: retention.find(({ kind }) => kind === "transactions")?.days ?? null,
    runs: runs.map((run) => toMirrorRun(run, nameOf)),
  });
}

/** Asks the mirror to read a stretch, or to prove it against the gateway; the merchant's open run of the kind answers for it. */
export async function requestRun(ctx: ServiceContext, { input, ...question }: Question & { input: unknown }): Promise<MirrorRun> {
  requireRole(ctx, mirrorOperations.requestMirrorRun);
  const { environment } = question;
  const merchant = await requireMerchant(ctx, environment, question.merchant);
  const { kind, from, to } = parseInput(mirrorOperations.requestMirrorRun.body, input);
  const { zone } = await ctx.gateways.environment(environment);
  const nowMs = ctx.clock.now();
  const today = dayNumberAt(nowMs, zone);
  if (toDayNumber(from) > today) {
    throw new AppError("invalid_input", { fields: [{ field: "from", message: "This day has not come yet." }] });
  }
  const toDay = Math.min(to === undefined ? today : toDayNumber(to), today);
  const run = await requestMirrorRun(ctx.db, {
    environment,
    merchantId: merchant.id,
    kind,
    fromDay: from,
    toDay: toDayText(toDay),
    daysTotal: toDay - toDayNumber(from) + 1,
    requestedBy: ctx.staff.keptName,
    at: new Date(nowMs),
  });
  return mirrorRunSchema.parse(toMirrorRun(run, await readNames(ctx)));
}

/** Ends a run where it is; what it has read stays. */
export async function stopRun(ctx: ServiceContext, { id, ...question }: Question & { id: string }): Promise<MirrorRun> {
  requireRole(ctx, mirrorOperations.stopMirrorRun);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  if (!isUuid(id)) throw new AppError("not_found");
  const run = await stopMirrorRun(ctx.db, { id, merchantId: merchant.id, at: new Date(ctx.clock.now()) });
  if (!run) throw new AppError("not_found");
  return mirrorRunSchema.parse(toMirrorRun(run, await readNames(ctx)));
}
