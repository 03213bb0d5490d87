import { type notCheckedReasons, orderCheckOperations, type ShownOrder } from "#lib/contract/order-check.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Verdict } from "#lib/core/shop-orders/verdicts.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { amountCell, type ExportCell, type ExportFile, numberCell, textCell } from "../export/export-cell.ts";
import { exportFile } from "../export/export-file.ts";
import type { SheetColumn } from "../export/to-xlsx.ts";

const rowsAtOnce = 1_000;

const columns: readonly SheetColumn[] = [
  { heading: "Order", width: 24 },
  { heading: "Day", width: 12 },
  { heading: "Result", width: 16 },
  { heading: "Reason", width: 50 },
  { heading: "Shop amount", width: 14, isAmount: true },
  { heading: "Shop currency", width: 9 },
  { heading: "Notified amount", width: 14, isAmount: true },
  { heading: "Notified currency", width: 9 },
  { heading: "Notifications", width: 12 },
  { heading: "Booked amount", width: 14, isAmount: true },
  { heading: "Booked currency", width: 9 },
  { heading: "Payment reference", width: 24 },
  { heading: "Given back", width: 14, isAmount: true },
];

const verdictWords: Record<Verdict, string> = {
  not_booked: "not booked",
  not_notified: "not notified",
  notified_twice: "notified twice",
  booked_twice: "booked twice",
  amount_differs: "amount differs",
  refunded: "refunded",
  partly_refunded: "partly refunded",
  not_checked: "not checked",
  equal: "equal",
};

const reasonWords: Record<(typeof notCheckedReasons)[number], string> = {
  contested: "a reversal arrived before this payment",
  unanswered: "a notification was not answered OK, so the gateway may reverse the payment",
  ledger_unread: "the ledger of this day is not completely synced",
  day_running: "the day had not ended when its ledger was synced",
  ledger_deleted: "the ledger of this day was deleted by data retention",
  unlinked: "notifications of this merchant match no transactions",
  gateway_confirmed: "the gateway confirmed the payment, but its transaction is not synced",
  sale_without_order: "a sale of this amount without an order number may be this order",
  other_booking: "a booking of another type has this order number",
  similar_number: "a payment with a similar order number may be this order",
  other_time: "a payment with this order number is more than 31 days away",
  other_sale: "another sale has this order number",
  notification_awaited: "its notification may still come",
  notifications_unknown: "notifications of this time are not stored here",
};

/** Checked orders as a file, exactly as on the screen; for support and admin, and audited. */
export async function exportOrderCheck(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string; input: unknown },
): Promise<ExportFile> {
  requireRole(ctx, orderCheckOperations.exportOrderCheck);
  await requireMerchant(ctx, environment, slug);
  const { format, rows } = parseInput(orderCheckOperations.exportOrderCheck.body, input);
  return exportFile(ctx, {
    ...{ environment, merchant: slug, name: "orders", act: "order_check.exported", format, detail: { rows: rows.length } },
    sheet: { name: "Orders", columns, currencies: [...new Set(rows.flatMap(currenciesOf))] },
    cells: toCells(rows),
  });
}

/** Of all amounts in the row; one that is not known has no currency. */
function currenciesOf({ shop, notification, ledger }: ShownOrder): string[] {
  return [shop, notification, ledger].flatMap((amount) => amount?.currency || []);
}

async function* toCells(rows: readonly ShownOrder[]): AsyncGenerator<ExportCell[][]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce).map(toRow);
}

function toRow({ shop, notification, ledger, ...row }: ShownOrder): ExportCell[] {
  const { reason, returnedMinor } = row;
  // Given back are amounts of the ledger.
  const returned = { amountMinor: returnedMinor, currency: ledger?.currency ?? shop.currency };
  return [
    ...[textCell(row.orderId), textCell(row.day), textCell(verdictWords[row.verdict])],
    textCell(reason === null ? null : reasonWords[reason]),
    ...[amountOf(shop), textCell(shop.currency), amountOf(notification), textCell(notification?.currency ?? null)],
    ...[numberCell(row.notifications), amountOf(ledger), textCell(ledger?.currency ?? null)],
    ...[textCell(row.reference), amountCell(returned)],
  ];
}

const amountOf = (amount: ShownOrder["shop"] | null) => (amount === null ? textCell(null) : amountCell(amount));
