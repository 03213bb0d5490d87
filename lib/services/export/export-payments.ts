import { paymentExportOperations } from "#lib/contract/list-export.ts";
import type { Payment } from "#lib/contract/payment.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { countPayments } from "#lib/db/payments/payments.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { listMerchantPayments, listPayments, toPaymentQuery } from "../payments/list-payments.ts";
import { amountCell, type ExportFile, textCell, timesIn } from "./export-cell.ts";
import { exportList, type ListColumn } from "./export-list.ts";

type Question = { environment: Environment; merchant: string | null; input: unknown };

/** What the payments list with the same filters has, as a file; for support and admin, and audited. */
export async function exportPayments(ctx: ServiceContext, { environment, merchant, input }: Question): Promise<ExportFile> {
  requireRole(ctx, paymentExportOperations.exportPayments);
  const { format, zone: askedZone, ...filter } = parseInput(paymentExportOperations.exportPayments.body, input);
  const list = { ...(input as object), cursor: undefined };
  const zone = askedZone ?? (await findZone(ctx, environment));
  const query = await toPaymentQuery(ctx, { environment, merchant, input: list });
  return exportList(ctx, {
    ...{ environment, merchant, name: "payments", sheetName: "Payments", format },
    columns: columnsIn(zone),
    currency: filter.currency,
    detail: { filter, zone, rows: await countPayments(ctx.db, query) },
    readPage: (page) =>
      merchant === null
        ? listPayments(ctx, { environment, input: { ...list, ...page } })
        : listMerchantPayments(ctx, { environment, merchant, input: { ...list, ...page } }),
  });
}

function columnsIn(zone: string): ListColumn<Payment>[] {
  const time = timesIn(zone);
  return [
    { heading: `Created (${zone})`, width: 26, cell: ({ createdAt }) => time(createdAt) },
    { heading: "Merchant", width: 20, cell: ({ merchant }) => textCell(merchant) },
    { heading: "Kind", width: 10, cell: ({ kind }) => textCell(kind) },
    { heading: "Status", width: 14, cell: ({ status }) => textCell(status) },
    { heading: "Amount", width: 14, isAmount: true, cell: amountCell },
    {
      heading: "Tip",
      width: 12,
      isAmount: true,
      cell: ({ tipMinor, currency }) => amountCell({ amountMinor: tipMinor, currency }),
    },
    {
      heading: "Refunded",
      width: 14,
      isAmount: true,
      cell: ({ refundedMinor, currency }) => amountCell({ amountMinor: refundedMinor, currency }),
    },
    { heading: "Currency", width: 9, cell: ({ currency }) => textCell(currency) },
    { heading: "Terminal", width: 14, cell: ({ terminalId }) => textCell(terminalId) },
    { heading: "Reference number", width: 24, cell: ({ referenceNumber }) => textCell(referenceNumber) },
    { heading: "Own reference", width: 24, cell: ({ ownReference }) => textCell(ownReference) },
    { heading: "Description", width: 40, cell: ({ description }) => textCell(description) },
    { heading: "Gateway payment ID", width: 24, cell: ({ gatewayPaymentId }) => textCell(gatewayPaymentId) },
    { heading: "Problem", width: 40, cell: ({ problem }) => textCell(problem?.message ?? null) },
    { heading: "Tags", width: 24, cell: ({ tags = [] }) => textCell(tags.join(", ") || null) },
    { heading: "Created by", width: 28, cell: ({ createdBy }) => textCell(createdBy) },
    { heading: `Updated (${zone})`, width: 26, cell: ({ updatedAt }) => time(updatedAt) },
    { heading: "Payment ID", width: 38, cell: ({ paymentId }) => textCell(paymentId) },
    { heading: "Original payment ID", width: 38, cell: ({ originalId }) => textCell(originalId) },
  ];
}
