import type { Environment } from "#lib/core/identifiers.ts";
import type { ServiceContext } from "../context.ts";
import type { ExportCell, ExportFile } from "./export-cell.ts";
import { exportFile, showRows } from "./export-file.ts";
import type { SheetColumn } from "./to-xlsx.ts";

/** A column of a file, and its cell in a row. */
export type ListColumn<Row> = SheetColumn & { cell: (row: Row) => ExportCell };

type Page<Row> = { items: readonly Row[]; nextCursor: string | null };

type List<Row> = {
  environment: Environment;
  /** Null: all merchants this account may see. */
  merchant: string | null;
  /** In the file's name, and in the audit log as `payments.exported`. */
  name: string;
  sheetName: string;
  format: "csv" | "xlsx";
  columns: readonly ListColumn<Row>[];
  /** Of all rows, where one is asked for. */
  currency: string | undefined;
  /** For the audit log: what was asked for. */
  detail: Record<string, unknown>;
  /** One page of the list, as the screen gets it. */
  readPage: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>;
};

const rowsAtOnce = 500;

/**
 * Streams what a list shows as a file, one page of it in memory at a time. The first page is read before the audit row is
 * written, so that a filter that is refused is no export.
 */
export async function exportList<Row>(ctx: ServiceContext, list: List<Row>): Promise<ExportFile> {
  const { environment, merchant, name, sheetName, format, columns, currency, detail } = list;
  const first = await list.readPage({ limit: rowsAtOnce });
  return exportFile(ctx, {
    ...{ environment, merchant, name, act: `${name}.exported`, detail, format },
    sheet: { name: sheetName, columns, currencies: currency ? [currency] : [] },
    cells: toCells(ctx, list, first),
  });
}

async function* toCells<Row>(ctx: ServiceContext, { columns, readPage }: List<Row>, first: Page<Row>) {
  let page = first;
  for (;;) {
    yield showRows(ctx, page.items).map((row) => columns.map(({ cell }) => cell(row)));
    if (page.nextCursor === null) return;
    page = await readPage({ limit: rowsAtOnce, cursor: page.nextCursor });
  }
}
