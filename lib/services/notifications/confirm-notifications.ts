import pLimit from "p-limit";
import { toAppError } from "../../core/errors.ts";
import type { Environment } from "../../core/identifiers.ts";
import { dayNumberAt, toDayText } from "../../mirror/days.ts";
import { saveProblem } from "../../store/delivery-problems.ts";
import { isPassing } from "../../store/is-database-away.ts";
import { changeJoins, claimDueJoins, type DueJoin, type JoinChange, type LedgerJoinRow } from "../../store/ledger-joins.ts";
import { findMerchantsById, type MerchantRow } from "../../store/merchants.ts";
import type { Transaction } from "../../store/open-store.ts";
import type { ServiceContext } from "../context.ts";
import { searchMerchant } from "../lookups/search-merchant.ts";
import { readMerchant } from "../transactions/read-merchants.ts";
import { announceJoins } from "./announce-joins.ts";
import { pauseAfter } from "./confirm-pauses.ts";
import { type LedgerMatch, matchLedger } from "./ledger-match.ts";
import { noteArrivalTimes } from "./note-arrival-times.ts";

export type ConfirmPorts = Pick<ServiceContext, "db" | "vault" | "clock" | "log" | "gateways">;

const joinsARound = 200;
const savedAtOnce = 100;
const leaseMs = 60_000;
const merchantsAtOnce = 4;
/** No further merchant is begun after so long: gateways that say nothing take their whole budget. */
const roundMs = 45_000;
const readBudgetMs = 8_000;
const askBudgetMs = 8_000;
const dayMs = 86_400_000;

/**
 * One round of finding the gateway's own record of each notification: in the ledger as last read, then in the ledger
 * read anew, then by asking for IPC_Trnref as a payment reference. What is not found is looked for again, ever more
 * rarely. Several processes may do it. Answers how many were due; those it did not come to are due again when their
 * lease is over.
 */
export async function confirmNotifications(ports: ConfirmPorts): Promise<number> {
  const at = new Date(ports.clock.now());
  const due = await claimDueJoins(ports.db, { at, leaseMs, limit: joinsARound });
  const byMerchant = Map.groupBy(due, ({ join }) => join.merchantId);
  const merchants = await findMerchantsById(ports.db, [...byMerchant.keys()]);
  const limit = pLimit(merchantsAtOnce);
  const isOver = () => ports.clock.now() >= at.getTime() + roundMs;
  const confirm = async (merchant: MerchantRow) => {
    if (!isOver()) await confirmEach(ports, merchant, { due: byMerchant.get(merchant.id) ?? [], isOver });
  };
  await Promise.all(merchants.map((merchant) => limit(() => confirm(merchant))));
  // A self-test's endpoint belongs to no merchant: there is no ledger to look in.
  const known = new Set(merchants.map(({ id }) => id));
  await changeJoins(
    ports.db,
    due
      .filter(({ join }) => !known.has(join.merchantId))
      .map(({ join }) => ({ deliveryId: join.deliveryId, change: { nextAt: null } })),
  );
  return due.length;
}

type OfMerchant = { due: readonly DueJoin[]; isOver: () => boolean };

/** All of a merchant together; when that fails, one by one, and each that fails alone is set aside. */
async function confirmEach(ports: ConfirmPorts, merchant: MerchantRow, { due, isOver }: OfMerchant): Promise<void> {
  const failure = await confirmOf(ports, merchant, due).then(() => undefined, toFailure);
  if (!failure) return;
  if (isPassing(failure.cause)) throw failure.cause;
  for (const one of due) {
    if (isOver()) return;
    const own = due.length === 1 ? failure : await confirmOf(ports, merchant, [one]).then(() => undefined, toFailure);
    if (own && isPassing(own.cause)) throw own.cause;
    if (own) await setAside(ports, one, own.cause);
  }
}

function toFailure(cause: unknown): { cause: unknown } {
  return { cause };
}

async function setAside({ db, log }: ConfirmPorts, { join: { deliveryId } }: DueJoin, cause: unknown): Promise<void> {
  log.error({ cause, deliveryId }, "A notification could not be matched with the ledger and was set aside");
  await db.transaction(async (tx) => {
    await saveProblem(tx, { deliveryId, step: "ledger", cause });
    await changeJoins(tx, [{ deliveryId, change: { nextAt: null } }]);
  });
}

async function confirmOf(ports: ConfirmPorts, merchant: MerchantRow, due: readonly DueJoin[]): Promise<void> {
  // What is contested is decided by what the gateway says now, not by what it said.
  const contested = due.filter(({ join }) => join.attempt === "contested");
  const left = await settle(
    ports,
    merchant,
    due.filter(({ join }) => join.attempt !== "contested"),
  );
  const open = [...left, ...contested];
  if (open.length === 0) return;
  const problem = await readDaysOf(ports, merchant, open);
  const unread = await settle(ports, merchant, open);
  if (unread.length > 0) await askFor(ports, merchant, unread, problem);
}

/** Joins what the stored ledger has; answers the rest. */
async function settle(ports: ConfirmPorts, merchant: MerchantRow, due: readonly DueJoin[]): Promise<DueJoin[]> {
  const place = { environment: merchant.environment, merchantId: merchant.id };
  const matches = await matchLedger(
    ports,
    place,
    due.map(({ delivery }) => delivery),
  );
  const found = due.flatMap((each) => {
    const match = matches.get(each.join.deliveryId);
    return match ? [{ ...each, match }] : [];
  });
  await saveAll(
    ports,
    found.map(({ join, match }) => ({ join, change: toJoined(match) })),
  );
  await noteArrivalTimes(ports, place, found);
  return due.filter(({ join }) => !matches.has(join.deliveryId));
}

function toJoined({ row, matchedBy, agrees }: LedgerMatch): JoinChange {
  return {
    matchedBy,
    agrees,
    transactionId: row.id,
    reference: row.reference,
    gateway: "confirmed",
    gatewayProblem: null,
    gatewayAt: row.readAt,
    nextAt: null,
  };
}

/** Reads the days around the notifications anew where they are not fresh; answers why that could not be, if so. */
async function readDaysOf(ports: ConfirmPorts, merchant: MerchantRow, due: readonly DueJoin[]): Promise<string | undefined> {
  try {
    const { zone } = await ports.gateways.environment(merchant.environment as Environment);
    const times = due.map(({ delivery }) => delivery.receivedAt.getTime());
    const days = {
      from: toDayText(dayNumberAt(Math.min(...times) - 2 * dayMs, zone)),
      to: toDayText(dayNumberAt(Math.max(...times) + 2 * dayMs, zone)),
    };
    const state = await readMerchant(ports, merchant, { days, zone, budgetMs: readBudgetMs });
    return state.problem?.code ?? (state.isComplete ? undefined : "gateway_timeout");
  } catch (thrown) {
    return toAppError(thrown).code;
  }
}

/** The reference itself, for ledgers whose list is late. Only with the ledger read, too, is a record missing. */
async function askFor(
  ports: ConfirmPorts,
  merchant: MerchantRow,
  due: readonly DueJoin[],
  ledgerProblem: string | undefined,
): Promise<void> {
  const references = due.flatMap(({ delivery }) => (delivery.trnref === null ? [] : [delivery.trnref]));
  const search = await searchMerchant(ports, merchant, { references, deadlineMs: askBudgetMs });
  const answers = new Map(search.results.map((result) => [result.reference, result]));
  const at = new Date(ports.clock.now());
  const changes = due.map((each): Change => {
    const { join } = each;
    const answer = each.delivery.trnref === null ? undefined : answers.get(each.delivery.trnref);
    const problem = search.problem?.code ?? (answer?.verdict === "error" ? answer.error : undefined) ?? ledgerProblem;
    const tries = each.join.tries + 1;
    const pauseMs = pauseAfter(tries);
    const next = { tries, nextAt: pauseMs === undefined ? null : new Date(at.getTime() + pauseMs), gatewayAt: at };
    if (answer?.verdict === "found") {
      const found = { gateway: "confirmed", gatewayProblem: null, reference: answer.reference, matchedBy: "trnref" };
      return { join, change: { ...next, ...found } };
    }
    if (problem === undefined) return { join, change: { ...next, gateway: "unknown", gatewayProblem: null } };
    return { join, change: { ...next, gateway: "unreachable", gatewayProblem: problem } };
  });
  await saveAll(ports, changes);
}

type Change = { join: LedgerJoinRow; change: JoinChange };

/** A part in each transaction: after a flood they are saved while others are still being received. */
async function saveAll(ports: ConfirmPorts, changes: readonly Change[]): Promise<void> {
  for (let at = 0; at < changes.length; at += savedAtOnce) {
    await ports.db.transaction((tx) => saveTogether(tx, changes.slice(at, at + savedAtOnce)));
  }
}

async function saveTogether(tx: Transaction, changes: readonly Change[]): Promise<void> {
  await changeJoins(
    tx,
    changes.map(({ join, change }) => ({ deliveryId: join.deliveryId, change })),
  );
  const changed = changes.map(({ join, change }) => ({ join, next: { ...join, ...change } }));
  const isNews = ({ join, next }: (typeof changed)[number]) =>
    next.gateway !== join.gateway || next.transactionId !== join.transactionId;
  await announceJoins(
    tx,
    changed.filter(isNews).map(({ next }) => next),
  );
}
