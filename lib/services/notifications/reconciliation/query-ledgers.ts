import pLimit from "p-limit";
import { dayMs, dayNumberAt, toDayText } from "#lib/core/days.ts";
import { toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { raiseAlert, unlinkedReferences } from "#lib/db/alerts/alerts.ts";
import { findMerchantsById, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import {
  changeClaimed,
  claimQueryingReconciliations,
  type DueJoin,
  type JoinChange,
} from "#lib/db/notifications/reconciliations.ts";
import { withoutMatch } from "#lib/db/notifications/rematch-notifications.ts";
import { findUnlinkedMerchants } from "#lib/db/notifications/unlinked-merchants.ts";
import { searchMerchant } from "../../bulk-lookup/search-merchant.ts";
import { createCallBudget, createSyncPace, type SyncPace } from "../../ledger-sync/call-budget.ts";
import { limitsOf } from "../../payments/internal/limits.ts";
import { readMerchant } from "../../transactions/read-merchants.ts";
import { matchLedger } from "./ledger-match.ts";
import { recordArrivalTimes } from "./record-arrival-times.ts";
import { type Change, type ConfirmPorts, confirmEach, saveReconciliations, toJoined } from "./save-reconciliations.ts";

const second = 1_000;

const minute = 60 * second;

const hour = 60 * minute;

const day = 24 * hour;

/** A ledger lists a payment within seconds, and its readings stay fresh for ten seconds; a failing merchant may take weeks. */
const pauses = [3 * second, 9 * second, 10 * second, 20 * second, minute, 5 * minute, 30 * minute, 3 * hour, 12 * hour];

const triesMax = pauses.length + 40;

const joinsAtOnce = 200;
const leaseMs = 60_000;
/** No single lookup starts after this time in ms: an unresponsive gateway uses its whole budget each time. */
const merchantMs = 45_000;
const usualReadBudgetMs = 8_000;
const askBudgetMs = 8_000;
/** Readings of days that ended are used this long. */
const endedFreshMsMax = 15 * minute;
/** A reading of today is used so long. */
const runningFreshMs = 10 * second;

/**
 * Queries the gateway of an environment for notifications without a stored transaction, one merchant per call, each in turn:
 * the ledger is read again, then IPC_Trnref is looked up as a payment reference. What is not found is retried with increasing
 * pauses. The calls share the budget of background sync. Callers and processes may run it concurrently. Returns whether there
 * may be more.
 */
export function createLedgerQuerier(
  ports: ConfirmPorts,
  environment: Environment,
  { callsPerSecond, readBudgetMs = usualReadBudgetMs }: { callsPerSecond: number; readBudgetMs?: number },
): () => Promise<boolean> {
  const budget = createCallBudget({ db: ports.db, environment, callsPerSecond });
  const busy = new Set<string>();
  const oneAtATime = pLimit(1);
  let after: string | null = null;
  const claim = async (at: Date) => {
    const due = await claimQueryingReconciliations(ports.db, {
      environment,
      after,
      busy: [...busy],
      at,
      leaseMs,
      limit: joinsAtOnce,
    });
    const merchantId = due[0]?.join.merchantId;
    after = merchantId ?? null;
    if (merchantId !== undefined) busy.add(merchantId);
    return { due, merchantId };
  };
  return async () => {
    const at = new Date(ports.clock.now());
    const { due, merchantId } = await oneAtATime(claim, at);
    if (merchantId === undefined) return false;
    const pace = createSyncPace(budget, { isHistory: false });
    try {
      const [merchant] = await findMerchantsById(ports.db, [merchantId]);
      if (merchant?.archivedAt) await postpone(ports, merchant, { due, at });
      else if (merchant) await queryMerchant({ ...ports, pace, readBudgetMs }, merchant, { due, at });
      else await giveUp(ports, due);
    } finally {
      // Unfinished lookups are released for other workers.
      pace.giveUp();
      busy.delete(merchantId);
    }
    return true;
  };
}

type QueryPorts = ConfirmPorts & { pace: SyncPace; readBudgetMs: number };

function queryMerchant(ports: QueryPorts, merchant: MerchantRow, { due, at }: { due: readonly DueJoin[]; at: Date }) {
  const isOver = () => ports.clock.now() >= at.getTime() + merchantMs;
  return confirmEach(ports, due, { confirm: (some) => confirmOf(ports, merchant, some), isOver });
}

/** An archived merchant's gateway is not asked: what its stored ledger lacks waits a day, or until the merchant is restored. */
async function postpone(ports: ConfirmPorts, merchant: MerchantRow, { due, at }: { due: readonly DueJoin[]; at: Date }) {
  const left = await reconcileFound(ports, merchant, due);
  const nextAt = new Date(at.getTime() + day);
  await changeClaimed(
    ports.db,
    left.map(({ join }) => ({ join, change: { nextAt } })),
  );
}

async function giveUp({ db }: ConfirmPorts, due: readonly DueJoin[]): Promise<void> {
  await changeClaimed(
    db,
    due.map(({ join }) => ({ join, change: { nextAt: null, asks: false } })),
  );
}

async function confirmOf(ports: QueryPorts, merchant: MerchantRow, due: readonly DueJoin[]): Promise<void> {
  // Contested payments are decided by the gateway's current response, not by stored data.
  const contested = due.filter(({ join }) => join.attempt === "contested");
  const others = due.filter(({ join }) => join.attempt !== "contested");
  const open = [...(await reconcileFound(ports, merchant, others)), ...contested];
  if (open.length === 0) return;
  const { apartMs } = await limitsOf(ports.gateways, merchant.environment);
  const days = await readDaysOf(ports, merchant, { due: open, apartMs });
  const left = await reconcileFound(ports, merchant, open);
  if (left.length > 0) await lookupReferences(ports, merchant, { due: left, apartMs, days });
}

/** Reconciles those with a stored transaction; returns the rest. */
async function reconcileFound(ports: ConfirmPorts, merchant: MerchantRow, due: readonly DueJoin[]): Promise<DueJoin[]> {
  const place = { environment: merchant.environment, merchantId: merchant.id };
  const matches = await matchLedger(
    ports,
    place,
    due.map(({ delivery }) => delivery),
  );
  const found = due.flatMap((item) => {
    const match = matches.get(item.join.deliveryId);
    return match ? [{ ...item, match }] : [];
  });
  await saveReconciliations(
    ports,
    found.map(({ join, match }) => ({ join, change: toJoined(match) })),
  );
  await recordArrivalTimes(ports, place, found);
  return due.filter(({ join }) => !matches.has(join.deliveryId));
}

/** `asOfMs`: each of the days was read completely, and no reading of them began before; undefined where that is not known. */
type DaysRead = { asOfMs: number | undefined; problem: string | undefined };
type Absent = { due: readonly DueJoin[]; apartMs: number };

/**
 * Reads the days around the notifications again where they are not fresh; `problem` is why they could not be read now. A reading
 * that takes longer is no problem: it goes on, and proves nothing yet.
 */
async function readDaysOf(ports: QueryPorts, merchant: MerchantRow, { due, apartMs }: Absent): Promise<DaysRead> {
  const { readBudgetMs: budgetMs, pace } = ports;
  try {
    const { zone } = await ports.gateways.environment(merchant.environment as Environment);
    const times = due.map(({ delivery }) => delivery.receivedAt.getTime());
    const days = {
      from: toDayText(dayNumberAt(Math.min(...times) - 2 * dayMs, zone)),
      to: toDayText(dayNumberAt(Math.max(...times) + 2 * dayMs, zone)),
      endedFreshMs: endedFreshMs(times, ports.clock.now() - apartMs),
    };
    const state = await readMerchant(ports, merchant, { days, zone, budgetMs, pace, needsFresh: true });
    const { isComplete, asOf, problem } = state;
    return { asOfMs: isComplete && !problem ? asOf?.getTime() : undefined, problem: problem?.code };
  } catch (thrown) {
    return { asOfMs: undefined, problem: toAppError(thrown).code };
  }
}

/** Days that ended are read again where that proves an absence which their last reading was too early to prove. */
function endedFreshMs(receivedMs: readonly number[], provenToMs: number): number {
  const provable = receivedMs.map((ms) => provenToMs - ms).filter((ms) => ms >= 0);
  return Math.min(endedFreshMsMax, ...provable);
}

/**
 * Looks up the reference itself, for ledgers whose list is late. A record only counts as missing once a reading of the whole
 * ledger lacks it too that began as late after the notification as two checks of an absent payment are apart: until then the
 * gateway may still list it.
 */
async function lookupReferences(
  ports: QueryPorts,
  merchant: MerchantRow,
  { due, apartMs, days }: Absent & { days: DaysRead },
): Promise<void> {
  const references = due.flatMap(({ delivery }) => (delivery.trnref === null ? [] : [delivery.trnref]));
  const search = await searchMerchant(ports, merchant, { references, deadlineMs: askBudgetMs, pace: ports.pace });
  const answers = new Map(search.results.map((result) => [result.reference, result]));
  const at = new Date(ports.clock.now());
  const isUnlinked = await isOfUnlinked(ports, merchant);
  const changes = due.flatMap((item): Change | [] => {
    const { join } = item;
    const answer = item.delivery.trnref === null ? undefined : answers.get(item.delivery.trnref);
    const provenMs = item.delivery.receivedAt.getTime() + apartMs;
    const { asOfMs } = days;
    const isProven = asOfMs !== undefined && asOfMs >= provenMs;
    const problem =
      search.problem?.code ?? (answer?.verdict === "error" ? answer.error : undefined) ?? (isProven ? undefined : days.problem);
    const tries = item.join.tries + 1;
    const pauseMs = pauseAfter(tries);
    const nextAt = pauseMs === undefined ? null : new Date(at.getTime() + pauseMs);
    // A transaction that it was matched to was corrected, and is another's now.
    const next = { ...withoutMatch, tries, nextAt, gatewayAt: at, asks: false };
    if (answer?.verdict === "found") {
      const found = { gateway: "confirmed", gatewayProblem: null, reference: answer.reference, matchedBy: "trnref" };
      return { join, change: { ...next, ...found } };
    }
    // Calls that never got their turn prove nothing: they are retried when the claim expires.
    if (problem !== undefined && ports.pace.waits() > 0) return [];
    if (problem !== undefined) return { join, change: { ...next, gateway: "unreachable", gatewayProblem: problem } };
    return { join, change: { ...next, ...toAbsent({ at, provenMs, asOfMs, nextAt, isUnlinked }) } };
  });
  await saveReconciliations(ports, changes);
}

/** Whether no notification of the merchant ever matched, so that none can be called missing; an alert says so. */
async function isOfUnlinked({ db, clock }: QueryPorts, { environment, id }: MerchantRow): Promise<boolean> {
  const unlinked = await findUnlinkedMerchants(db, { environment, merchantIds: [id] });
  if (unlinked.size === 0) return false;
  const raised = { rule: "profile_contradicted", subject: unlinkedReferences, at: new Date(clock.now()), count: 1 } as const;
  await raiseAlert(db, { environment, merchantId: null, shownBy: id, ...raised });
  return true;
}

type Absence = { at: Date; provenMs: number; asOfMs: number | undefined; nextAt: Date | null; isUnlinked: boolean };

/** Missing once it is proven; until then still waiting, and searched again when it can be proven at the latest. */
function toAbsent({ at, provenMs, asOfMs, nextAt, isUnlinked }: Absence): JoinChange {
  if (isUnlinked || asOfMs === undefined) return { gateway: "waiting", gatewayProblem: null };
  if (asOfMs >= provenMs) return { gateway: "unknown", gatewayProblem: null };
  // The reading began too early: the next one must not be the same.
  const provableMs = Math.max(provenMs, at.getTime() + runningFreshMs);
  return { gateway: "waiting", gatewayProblem: null, nextAt: new Date(Math.min(provableMs, nextAt?.getTime() ?? provableMs)) };
}

/** The pause after this many attempts before the next search; undefined: no further search. */
function pauseAfter(tries: number): number | undefined {
  return pauses[tries - 1] ?? (tries < triesMax ? day : undefined);
}
