import { type GoLive, type GoLiveMissing, goLiveOperations, goLiveSchema } from "#lib/contract/go-live.ts";
import { dayMs } from "#lib/core/days.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { countOpenAlerts } from "#lib/db/alerts/alerts.ts";
import { findLastAction } from "#lib/db/audit/find-last-action.ts";
import { findFirstGenuine, readAnswerTimes } from "#lib/db/endpoints/go-live-facts.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";
import { selfTestedAct } from "./run-self-test.ts";
import { showEndpoint } from "./show-endpoint.ts";

const endingDays = 30;

/** The sheet of an endpoint that goes live: stored facts only, nothing is sent or verified for it. */
export async function getGoLive(ctx: ServiceContext, place: EndpointPlace): Promise<GoLive> {
  requireRole(ctx, goLiveOperations.getGoLive);
  const { merchant, endpoint: row } = await requireEndpoint(ctx, place);
  const { environment } = place;
  const [endpoint, selfTest, firstGenuine, answers, keptFrom, openAlerts, nameOf] = await Promise.all([
    showEndpoint(ctx, merchant, row),
    findLastAction(ctx, { act: selfTestedAct, target: row.id }),
    findFirstGenuine(ctx.db, row),
    readAnswerTimes(ctx.db, row),
    findRetainedFrom(ctx.db, environment, "notifications"),
    countOpenAlerts(ctx.db, { environment, merchantIds: [merchant.id] }),
    readNames(ctx),
  ]);
  const nowMs = ctx.clock.now();
  const facts = {
    merchantName: merchant.name,
    endpoint,
    createdBy: nameOf(row.createdBy),
    selfTest: selfTest ? { endedAt: selfTest.at.toISOString(), by: nameOf(selfTest.by), ...countsOf(selfTest.detail) } : null,
    firstGenuine: firstGenuine
      ? {
          ...{ id: firstGenuine.id, method: firstGenuine.method, receivedAt: firstGenuine.receivedAt.toISOString() },
          answered: `${firstGenuine.answerStatus} ${firstGenuine.answerBody}`,
        }
      : null,
    keptFrom: keptFrom !== undefined && Date.parse(keptFrom) > row.createdAt.getTime() ? keptFrom : null,
    answers: answers ?? { checked: 0, p50Ms: null, p95Ms: null, notConfirmed: 0 },
    certificatesEndAt: endOf(endpoint, nowMs),
    openAlerts,
    madeAt: new Date(nowMs).toISOString(),
    madeBy: ctx.staff.email,
  };
  return goLiveSchema.parse({ ...facts, missing: missingOf(facts, { environment, nowMs }) });
}

function countsOf(detail: unknown): { passed: number; failed: number } {
  return detail as { passed: number; failed: number };
}

const acceptedAt = ({ certificates }: GoLive["endpoint"], nowMs: number) =>
  certificates.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > nowMs);

/** Another certificate that lasts longer needs no attention, so the last end counts; null: one of them never ends. */
function endOf(endpoint: GoLive["endpoint"], nowMs: number): string | null {
  const ends = acceptedAt(endpoint, nowMs).map(
    ({ endsAt, validUntil }) => [endsAt, validUntil].filter((end) => end !== null).toSorted()[0],
  );
  return ends.some((end) => end === undefined) ? null : (ends.toSorted().at(-1) ?? null);
}

type Moment = { environment: Environment; nowMs: number };

function missingOf(facts: Omit<GoLive, "missing">, { environment, nowMs }: Moment): GoLiveMissing[] {
  const { endpoint, selfTest, firstGenuine, answers, certificatesEndAt, openAlerts } = facts;
  const isEnding = certificatesEndAt !== null && Date.parse(certificatesEndAt) < nowMs + endingDays * dayMs;
  const { mode, dead } = endpoint.forwarding;
  const checks: Record<GoLiveMissing, boolean> = {
    // The sandbox is on this machine: it reaches any origin.
    address: environment !== "sandbox" && endpoint.warnings.length > 0,
    certificate: acceptedAt(endpoint, nowMs).length === 0,
    certificate_ending: isEnding,
    self_test: selfTest === null,
    self_test_failed: selfTest !== null && selfTest.failed > 0,
    genuine: firstGenuine === null,
    not_confirmed: answers.notConfirmed > 0,
    shop_on_trial: mode === "shop_shadow",
    not_forwarded: dead > 0,
    alerts: openAlerts > 0,
  };
  return (Object.keys(checks) as GoLiveMissing[]).filter((kind) => checks[kind]);
}
