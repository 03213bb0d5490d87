import { type ExportColumn, exportColumns } from "#lib/contract/export.ts";
import type { Notified, Transaction } from "#lib/contract/transaction.ts";
import { amountCell, type ExportCell, textCell as text, timesIn } from "./export-cell.ts";
import type { SheetColumn } from "./to-xlsx.ts";

type Options = { columns: readonly ExportColumn[]; zone: string };

const notifiedWords: Record<Notified["state"], string> = {
  notified: "notified",
  mismatch: "mismatch",
  not_notified: "not notified",
  on_its_way: "on its way",
  awaited: "awaited",
  not_applicable: "not applicable",
};

const widths: Partial<Record<ExportColumn, number>> = { occurredAt: 26, amount: 14, currency: 9, sign: 10, description: 40 };
const usualWidth = 24;

/** The heading of times names their zone. */
export function toSheetColumns({ columns, zone }: Options): SheetColumn[] {
  return columns.map((column) => ({
    heading: column === "occurredAt" ? `${exportColumns[column]} (${zone})` : exportColumns[column],
    width: widths[column] ?? usualWidth,
    isAmount: column === "amount",
  }));
}

/** The rows' cells from left to right, in batches as they are read. Times are in the zone, in ISO form without an offset. */
export async function* toExportCells(
  batches: AsyncIterable<readonly Transaction[]>,
  { columns, zone }: Options,
): AsyncGenerator<ExportCell[][]> {
  const cells = cellsOf(zone);
  for await (const batch of batches) yield batch.map((row) => columns.map((column) => cells[column](row)));
}

function cellsOf(zone: string): Record<ExportColumn, (row: Transaction) => ExportCell> {
  const time = timesIn(zone);
  return {
    occurredAt: ({ occurredAt }) => time(occurredAt),
    merchant: ({ merchant }) => text(merchant),
    type: ({ typeName }) => text(typeName),
    sign: ({ sign }) => text(sign),
    amount: amountCell,
    currency: ({ currency }) => text(currency),
    reference: ({ reference }) => text(reference),
    referenceNumber: ({ referenceNumber }) => text(referenceNumber),
    accountNumber: ({ accountNumber }) => text(accountNumber),
    terminalId: ({ terminalId }) => text(terminalId),
    pan: ({ pan }) => text(pan),
    description: ({ description }) => text(description),
    tags: ({ tags = [] }) => text(tags.join(", ") || null),
    notified: ({ notified }) => text(notified ? notifiedWords[notified.state] : null),
  };
}
