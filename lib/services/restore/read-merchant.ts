import { dayOf } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import { type Environment, normaliseIdentifier } from "#lib/core/identifiers.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { FenceRow } from "#lib/db/restore/fences.ts";
import { findByReference, listLedgerRows, listPaymentTerminals } from "#lib/db/restore/found-payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { applyAnswer } from "../payments/internal/apply-response.ts";
import { isLastPage, pagesMax } from "../payments/internal/check-terminal.ts";
import { skewMs } from "../payments/internal/compare-payment.ts";
import { isOwnReference, isRefundReference } from "../payments/internal/generate-reference.ts";
import { watchNewestFirst } from "../payments/internal/list-order.ts";
import type { PaymentPorts } from "../payments/internal/ports.ts";
import { readEquipment } from "../terminals/read-terminals.ts";
import { readMerchant } from "../transactions/read-merchants.ts";
import { adoptBooked, adoptListed } from "./adopt-payment.ts";
import { type CompletePayment, completeListed } from "./complete-listed.ts";

const budgetMs = 30_000;
const freshMs = 10_000;

/**
 * Reads in what the merchant's gateway has had since the backup: the lists of its terminals, then its ledger. Doing it again
 * changes nothing. Throws when a list was not read to the backup's time, or the ledger not to its end.
 */
export async function readMerchantSince(
  ports: PaymentPorts,
  merchant: MerchantRow,
  { backupAt, restoredAt }: FenceRow,
): Promise<void> {
  const since = new Date(backupAt.getTime() - skewMs - zoneSpreadMs);
  const gateway = await ports.gateways.forMerchant(merchant);
  for (const terminalId of await listTerminals(ports, merchant)) {
    const read = await readTerminal(gateway, { terminalId, since });
    const listed = await completeListed(ports, { merchant, gateway, listed: read, terminalId, since });
    const isShared = findShared([...read, ...listed.map((item) => item.listed)]);
    // Payments first: a refund belongs to one.
    const rank = (item: CompletePayment) => Number(isRefundReference(item.listed.referenceNumber ?? ""));
    for (const item of listed.toSorted((a, b) => rank(a) - rank(b))) {
      await adoptListed(ports, merchant, { ...item, terminalId, since, isShared: isShared(item.listed) });
    }
  }
  await readLedgerSince(ports, merchant, { gateway, since, restoredAt });
}

/** Tells whether several payments of the terminal have the reference of one. Only what staff type is shared. */
function findShared(payments: readonly GatewayPayment[]): (payment: GatewayPayment) => boolean {
  const named = payments.filter(({ referenceNumber }) => referenceNumber !== null);
  const keyOf = ({ referenceNumber }: GatewayPayment) => normaliseIdentifier(referenceNumber ?? "");
  const idsOf = new Map([...Map.groupBy(named, keyOf)].map(([key, items]) => [key, new Set(items.map(({ id }) => id))]));
  return (payment) => (idsOf.get(keyOf(payment))?.size ?? 0) > 1;
}

async function listTerminals(ports: PaymentPorts, merchant: MerchantRow): Promise<ReadonlySet<string>> {
  const { terminals, problem } = await readEquipment(ports, merchant);
  if (problem?.isPassing) throw new AppError("gateway_unavailable");
  return new Set([...terminals.map(({ terminalId }) => terminalId), ...(await listPaymentTerminals(ports.db, merchant.id))]);
}

/** Until a page is older than the time where the newest come first; any other list is read to its end. */
async function readTerminal(
  gateway: Pick<MerchantGateway, "listPayments">,
  { terminalId, since }: { terminalId: string; since: Date },
): Promise<GatewayPayment[]> {
  const found = new Map<string, GatewayPayment>();
  const isPast = watchNewestFirst(since);
  for (let page = 1; page <= pagesMax; page++) {
    const listed = await gateway.listPayments({ terminalId, page });
    if (listed.received > listed.rows.length) throw new AppError("gateway_protocol");
    const foundBefore = found.size;
    for (const row of listed.rows) found.set(row.id, row);
    const isEnd = isLastPage(listed, page);
    if (isPast(listed.rows) || (isEnd && found.size >= (listed.totalCount ?? 0))) return [...found.values()];
    if (isEnd || found.size === foundBefore) break;
  }
  throw new AppError("ledger_incomplete");
}

async function readLedgerSince(
  ports: PaymentPorts,
  merchant: MerchantRow,
  { gateway, since, restoredAt }: { gateway: Pick<MerchantGateway, "getPayment">; since: Date; restoredAt: Date },
): Promise<void> {
  const { environment } = merchant;
  const { zone } = await ports.gateways.environment(environment as Environment);
  const days = { from: dayOf(since, zone), endedFreshMs: freshMs };
  const { isComplete, isFresh, asOf, problem } = await readMerchant(ports, merchant, { days, zone, budgetMs, needsFresh: true });
  if (problem) throw problem;
  // The backup's own readings cover these days as well.
  const isSinceRestore = isFresh || (asOf !== undefined && asOf > restoredAt);
  if (!isSinceRestore) throw new AppError("gateway_timeout");
  if (!isComplete) throw new AppError("ledger_incomplete");
  const rows = await listLedgerRows(ports.db, { environment, merchantId: merchant.id, since });
  const ours = rows.filter(({ referenceNumber }) => isOwnReference(referenceNumber ?? ""));
  const rank = ({ referenceNumber }: (typeof ours)[number]) => Number(isRefundReference(referenceNumber ?? ""));
  for (const row of ours.toSorted((a, b) => rank(a) - rank(b))) await adoptBooked(ports, merchant, row);
  // Money of a payment was given back under the payment's own reference: it was reversed.
  for (const { referenceNumber, terminalId, sign } of rows) {
    if (sign !== "debit" || referenceNumber === null || terminalId === null || isRefundReference(referenceNumber)) continue;
    const stored = await findByReference(ports.db, { environment, terminalId, referenceNumber });
    if (!stored?.gatewayPaymentId || stored.status === "reversed") continue;
    await applyAnswer(ports, { id: stored.id, answer: await gateway.getPayment(stored.gatewayPaymentId) });
  }
}
