import { exportOperations, type exportTransactionsInput } from "#lib/contract/export.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { requireEnvironment, requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { eachTransaction } from "../transactions/each-transaction.ts";
import { totalTransactions } from "../transactions/sum-transactions.ts";
import type { ExportFile } from "./export-cell.ts";
import { exportFile, showRows } from "./export-file.ts";
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
  const batches = eachTransaction(ctx, { environment, merchant, selection, order, withNotified: columns.includes("notified") });
  return exportFile(ctx, {
    ...{ environment, merchant, name: "transactions", act: "transactions.exported", format },
    detail: { columns, order, zone, rows: count, ...(selection.kind === "matching" ? { filter: selection.filter } : {}) },
    sheet: { name: "Transactions", columns: toSheetColumns({ columns, zone }), currencies },
    cells: toExportCells(shown(ctx, batches), { columns, zone }),
  });
}

async function* shown<Batch>(ctx: ServiceContext, batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const batch of batches) yield showRows(ctx, batch);
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
