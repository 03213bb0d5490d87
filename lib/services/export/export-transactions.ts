import { exportOperations, type exportTransactionsInput } from "#lib/contract/export.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { requireEnvironment, requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { eachTransaction } from "../transactions/each-transaction.ts";
import { totalTransactions } from "../transactions/sum-transactions.ts";
import { contentTypes, type ExportFile } from "./export-cell.ts";
import { toCsv } from "./to-csv.ts";
import { toXlsx } from "./to-xlsx.ts";
import { toExportCells, toSheetColumns } from "./transaction-cells.ts";

type ExportRequest = {
  environment: Environment;
  /** Undefined: all merchants this account may see. */
  merchant?: string | undefined;
  input: unknown;
};

/**
 * Streams the selected rows as a file, a thousand rows in memory at a time. For support and admin; the audit row is written
 * before the first row is sent. Always in English, since machines read it.
 */
export async function exportTransactions(
  ctx: ServiceContext,
  { environment, merchant, input }: ExportRequest,
): Promise<ExportFile> {
  requireRole(ctx, exportOperations.exportTransactions);
  requireEnvironment(ctx, environment);
  if (merchant !== undefined) await requireMerchant(ctx, environment, merchant);
  const { format, columns, order, selection, zone: askedZone } = parseInput(exportOperations.exportTransactions.body, input);
  const zone = askedZone ?? (await findZone(ctx, environment));
  const { currencies, count } = await measure(ctx, { environment, merchant, selection });
  await recordAudit(ctx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act: "transactions.exported",
    environment,
    ...(merchant === undefined ? {} : { merchant }),
    detail: { format, columns, order, zone, rows: count, ...(selection.kind === "matching" ? { filter: selection.filter } : {}) },
    peer: ctx.peer,
  });
  const batches = eachTransaction(ctx, { environment, merchant, selection, order, withNotified: columns.includes("notified") });
  const rows = toExportCells(ctx.staff.isPresenting ? hidden(batches) : batches, { columns, zone });
  const sheet = { name: "Transactions", columns: toSheetColumns({ columns, zone }), currencies };
  const headings = sheet.columns.map(({ heading }) => heading);
  const body = format === "csv" ? toCsv(headings, rows) : toXlsx(rows, sheet);
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  const fileName = ["transactions", environment, ...(merchant === undefined ? [] : [merchant]), day].join("-");
  return { body, contentType: contentTypes[format], fileName: `${fileName}.${format}` };
}

/** On a shared screen the file shows no more than the list. */
async function* hidden<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const batch of batches) yield hidePersonal(batch);
}

type Selection = ReturnType<typeof exportTransactionsInput.parse>["selection"];

/** The number of rows and their currencies; currencies are not queried for single rows. */
async function measure(
  ctx: ServiceContext,
  { environment, merchant, selection }: { environment: Environment; merchant: string | undefined; selection: Selection },
): Promise<{ currencies: string[]; count: number }> {
  if (selection.kind === "rows") return { currencies: [], count: selection.rows.length };
  const { count, totals } = await totalTransactions(ctx, { environment, merchant, input: selection.filter });
  return { currencies: totals.map(({ currency }) => currency), count: count - selection.except.length };
}
