import { lookupOperations, type ShownLookupRow } from "#lib/contract/lookup.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { amountCell, type ExportCell, type ExportFile, textCell } from "../export/export-cell.ts";
import { exportFile } from "../export/export-file.ts";
import type { SheetColumn } from "../export/to-xlsx.ts";

const rowsAtOnce = 1_000;

const columns: readonly SheetColumn[] = [
  { heading: "Reference", width: 28 },
  { heading: "Verdict", width: 10 },
  { heading: "Merchant", width: 20 },
  { heading: "What", width: 40 },
  { heading: "Amount", width: 14, isAmount: true },
  { heading: "Currency", width: 9 },
];

/** A lookup's result as a file, exactly as on the screen; for support and admin, and audited. */
export async function exportLookup(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<ExportFile> {
  requireRole(ctx, lookupOperations.exportLookup);
  requireEnvironment(ctx, environment);
  const { format, rows } = parseInput(lookupOperations.exportLookup.body, input);
  const currencies = [...new Set(rows.flatMap(({ amountMinor, currency }) => (amountMinor === null ? [] : [currency])))];
  return exportFile(ctx, {
    ...{ environment, name: "lookup", act: "lookup.exported", format, detail: { rows: rows.length } },
    sheet: { name: "Lookup", columns, currencies },
    cells: toCells(rows),
  });
}

async function* toCells(rows: readonly ShownLookupRow[]): AsyncGenerator<ExportCell[][]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce).map(toRow);
}

function toRow({ reference, verdict, merchant, what, amountMinor, amountText, currency }: ShownLookupRow): ExportCell[] {
  const amount = amountCell({ amountMinor, amountText, currency });
  return [textCell(reference), textCell(verdict), textCell(merchant), textCell(what), amount, textCell(currency)];
}
