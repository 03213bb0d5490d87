import { isDatabaseAway, isPassing } from "#lib/db/connection/is-database-away.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { saveProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { changeClaimed, type DueJoin, type JoinChange, type ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import type { ServiceContext } from "../../context.ts";
import { announceReconciliations } from "./announce-reconciliations.ts";
import type { LedgerMatch } from "./ledger-match.ts";

export type ConfirmPorts = Pick<ServiceContext, "db" | "vault" | "clock" | "log" | "gateways">;
export type Change = { join: ReconciliationRow; change: JoinChange };

const savedAtOnce = 100;

/** The state of a reconciliation with a transaction in the ledger. */
export function toJoined({ row, matchedBy, agrees }: LedgerMatch): JoinChange {
  return {
    matchedBy,
    agrees,
    transactionId: row.id,
    reference: row.reference,
    gateway: "confirmed",
    gatewayProblem: null,
    gatewayAt: row.readAt,
    nextAt: null,
    asks: false,
  };
}

/** Saved in parts, one transaction each, since after a flood others are still being received. */
export async function saveReconciliations({ db }: Pick<ConfirmPorts, "db">, changes: readonly Change[]): Promise<void> {
  for (let at = 0; at < changes.length; at += savedAtOnce) {
    await db.transaction((tx) => saveTogether(tx, changes.slice(at, at + savedAtOnce)));
  }
}

async function saveTogether(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const saved = await changeClaimed(tx, changes);
  const changed = changes.flatMap(({ join, change }) =>
    saved.has(join.deliveryId) ? [{ join, next: { ...join, ...change } }] : [],
  );
  const isNews = ({ join, next }: (typeof changed)[number]) =>
    next.gateway !== join.gateway || next.transactionId !== join.transactionId || next.agrees !== join.agrees;
  await announceReconciliations(
    tx,
    changed.filter(isNews).map(({ next }) => next),
  );
}

type Work = { confirm: (due: readonly DueJoin[]) => Promise<void>; isOver: () => boolean };

/**
 * Confirms all together; when that fails, one by one, and sets aside each that fails alone. A failure with an outside cause is
 * retried when its lease expires. Throws when the database is unavailable.
 */
export async function confirmEach(ports: ConfirmPorts, due: readonly DueJoin[], { confirm, isOver }: Work): Promise<void> {
  const failure = await confirm(due).then(() => undefined, toFailure);
  if (!failure) return;
  if (isDatabaseAway(failure.cause)) throw failure.cause;
  for (const item of due) {
    if (isOver()) return;
    const own = due.length === 1 ? failure : await confirm([item]).then(() => undefined, toFailure);
    if (own && isDatabaseAway(own.cause)) throw own.cause;
    if (own && isPassing(own.cause)) ports.log.warn({ cause: own.cause }, "A notification is matched with the ledger later");
    else if (own) await setAside(ports, item, own.cause);
  }
}

function toFailure(cause: unknown): { cause: unknown } {
  return { cause };
}

async function setAside({ db, log }: ConfirmPorts, { join }: DueJoin, cause: unknown): Promise<void> {
  const { deliveryId } = join;
  log.error({ cause, deliveryId }, "A notification could not be matched with the ledger and was set aside");
  await db.transaction(async (tx) => {
    await saveProblem(tx, { deliveryId, step: "ledger", cause });
    await changeClaimed(tx, [{ join, change: { nextAt: null, asks: false } }]);
  });
}
