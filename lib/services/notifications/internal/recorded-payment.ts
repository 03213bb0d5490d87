import type { Notification, NotificationDetail } from "#lib/contract/notification.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { toMoney } from "#lib/core/record-state.ts";
import type { DeliveryRow } from "#lib/db/notifications/notifications.ts";
import { isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import type { ServiceContext } from "../../context.ts";
import { type LedgerMatch, matchLedger, originalMoney } from "../reconciliation/ledger-match.ts";

type Recorded = NotificationDetail["recorded"];
type Difference = NonNullable<Recorded>["difference"];
type Said = { row: DeliveryRow; givenBack: Notification["givenBack"] };

/**
 * The gateway's own record of the payment that an unverified notification names, and the first value that differs: its
 * transaction, else the verified Rollback of the order. Null for verified ones, which are reconciled, and where there is none.
 */
export async function findRecordedPayment(ctx: ServiceContext, { row, givenBack }: Said): Promise<Recorded> {
  if (row.verdict === "valid" || !isActingMethod(row.method) || row.method === "IPCPurchaseRollback") return null;
  const match = (await matchLedger(ctx, row, [row])).get(row.id);
  if (match) {
    const { id, reference } = match.row;
    return { source: "transaction", id, reference, difference: findDifference(ctx, match, row) };
  }
  const recorded = givenBack && toMoney(givenBack);
  return recorded && { source: "rollback", id: null, reference: null, difference: amountDifference(row, recorded) };
}

function findDifference(ctx: ServiceContext, { row: booked, agrees }: LedgerMatch, row: DeliveryRow): Difference {
  const original = originalMoney(ctx, booked);
  const recorded = original?.currency === row.currency ? original : toMoney(booked);
  const ofAmount = agrees || !recorded ? null : amountDifference(row, recorded);
  return ofAmount ?? orderDifference(row.orderId, booked.referenceNumber);
}

type Money = NonNullable<ReturnType<typeof toMoney>>;

function amountDifference(row: DeliveryRow, recorded: Money): Difference {
  const said = toMoney(row);
  if (!said || (said.amountMinor === recorded.amountMinor && said.currency === recorded.currency)) return null;
  return { field: "amount", said, recorded };
}

function orderDifference(said: string | null, recorded: string | null): Difference {
  if (!said || !recorded || normaliseIdentifier(said) === normaliseIdentifier(recorded)) return null;
  return { field: "order", said: toShown(said), recorded: toShown(recorded) };
}

const orderMax = 60;

function toShown(order: string): string {
  return maskCardNumbers(order).slice(0, orderMax).toWellFormed();
}
