import { attemptStateSchema } from "#lib/contract/notification.ts";
import type { Notified } from "#lib/contract/transaction.ts";
import { findUndelivered } from "#lib/db/forwarding/undelivered.ts";
import { findFirstEndpoints } from "#lib/db/notifications/never-notified.ts";
import { listNotificationSummaries } from "#lib/db/notifications/notification-summaries.ts";
import { findJoinsOfRows, type ReconciliationRow } from "#lib/db/notifications/reconciliations.ts";
import { findUnlinkedMerchants } from "#lib/db/notifications/unlinked-merchants.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { ServiceContext } from "../../context.ts";
import { findOnItsWay } from "../internal/find-on-its-way.ts";
import { arrivesWithinMs, isOnlinePurchase } from "./online-purchase.ts";

/**
 * Whether transactions were notified to URL_Notify, in the rows' order. A missing notification proves nothing before the
 * merchant had a URL here, where notifications are no longer stored or match no transaction at all, or where one is not processed
 * yet or may still come.
 */
export async function markNotified(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  rows: readonly TransactionRow[],
  known: KnownUnlinked = new Map(),
): Promise<Notified[]> {
  const joins = new Map<string, ReconciliationRow[]>();
  for (const join of await findJoinsOfRows(db, rows)) {
    const key = `${join.merchantId} ${join.transactionId}`;
    joins.set(key, [...(joins.get(key) ?? []), join]);
  }
  const joinsOf = (row: TransactionRow) => joins.get(`${row.merchantId} ${row.id}`) ?? [];
  const silent = rows.filter((row) => joinsOf(row).length === 0 && isOnlinePurchase(row));
  const keptFrom = (silent[0] && (await findRetainedFrom(db, silent[0].environment, "notifications"))) ?? "";
  const merchantIds = [...new Set(silent.map(({ merchantId }) => merchantId))];
  const [onItsWay, since, unlinked] = await Promise.all([
    findOnItsWay(db, silent),
    findFirstEndpoints(db, merchantIds),
    findUnlinked(db, { environment: silent[0]?.environment ?? "", merchantIds }, known),
  ]);
  const awaitedFrom = new Date(clock.now() - arrivesWithinMs);
  const absenceOf = (row: TransactionRow): Notified["state"] => {
    const first = since.get(row.merchantId);
    const isExpected = isOnlinePurchase(row) && row.day >= keptFrom && first !== undefined && row.occurredAt >= first;
    if (!isExpected || unlinked.has(row.merchantId)) return "not_applicable";
    return onItsWay.has(row) ? "on_its_way" : row.occurredAt > awaitedFrom ? "awaited" : "not_notified";
  };
  const found = [...joins.values()].flat();
  const [answerOf, undelivered] = await Promise.all([
    findAnswers(db, found),
    findUndelivered(
      db,
      found.map(({ deliveryId }) => deliveryId),
    ),
  ]);
  return rows.map(
    (row) =>
      toNotified(joinsOf(row), { answerOf, undelivered }) ?? { state: absenceOf(row), attempt: null, notificationId: null },
  );
}

/** Of a file's merchants whether they are unlinked: asked once, since it may read all that is open of a merchant. */
export type KnownUnlinked = Map<string, boolean>;

type Merchants = { environment: string; merchantIds: readonly string[] };

async function findUnlinked(db: ServiceContext["db"], { environment, merchantIds }: Merchants, known: KnownUnlinked) {
  const asked = merchantIds.filter((id) => !known.has(id));
  const unlinked = await findUnlinkedMerchants(db, { environment, merchantIds: asked });
  for (const id of asked) known.set(id, unlinked.has(id));
  return new Set(merchantIds.filter((id) => known.get(id)));
}

type Answers = ReadonlyMap<string, Pick<Notified, "answered" | "namesAmount">>;

/** Why payments are unconfirmed: their notifications were not answered OK, name no amount, or are no notifications of a payment. */
async function findAnswers(db: ServiceContext["db"], joins: readonly ReconciliationRow[]): Promise<Answers> {
  const unconfirmed = joins.filter(({ attempt }) => attempt === "unconfirmed");
  const merchantIds = [...new Set(unconfirmed.map(({ merchantId }) => merchantId))];
  const found = await listNotificationSummaries(db, { merchantIds, ids: unconfirmed.map(({ deliveryId }) => deliveryId) });
  return new Map(
    found.map(({ id, answerStatus, amountMinor }) => [
      id,
      { answered: { status: answerStatus }, namesAmount: amountMinor !== null },
    ]),
  );
}

/** Of several notifications about one row, a mismatch is shown first. */
function toNotified(
  joins: readonly ReconciliationRow[],
  { answerOf, undelivered }: { answerOf: Answers; undelivered: ReadonlySet<string> },
): Notified | undefined {
  const join = joins.find(({ agrees }) => agrees === false) ?? joins[0];
  return (
    join && {
      state: join.agrees === false ? "mismatch" : "notified",
      attempt: attemptStateSchema.parse(join.attempt),
      notificationId: join.deliveryId,
      ...answerOf.get(join.deliveryId),
      undelivered: undelivered.has(join.deliveryId) || undefined,
    }
  );
}
