import type { Environment } from "#lib/core/identifiers.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import type { ServiceContext } from "../context.ts";
import { contentTypes, type ExportCell, type ExportFile } from "./export-cell.ts";
import { toCsv } from "./to-csv.ts";
import { type SheetColumn, toXlsx } from "./to-xlsx.ts";

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
 * written, so that a filter that is refused is no export. Always in English, since machines read it.
 */
export async function exportList<Row>(ctx: ServiceContext, list: List<Row>): Promise<ExportFile> {
  const { environment, merchant, name, sheetName, format, columns, currency, detail } = list;
  const first = await list.readPage({ limit: rowsAtOnce });
  const at = new Date(ctx.clock.now());
  await recordAudit(ctx, {
    ...{ at, staffId: ctx.staff.id, actor: ctx.staff.email, act: `${name}.exported`, environment },
    ...(merchant === null ? {} : { merchant }),
    detail: { format, ...detail },
    peer: ctx.peer,
  });
  const cells = toCells(ctx, list, first);
  const headings = columns.map(({ heading }) => heading);
  const body =
    format === "csv"
      ? toCsv(headings, cells)
      : toXlsx(cells, { name: sheetName, columns, currencies: currency ? [currency] : [] });
  const fileName = [name, environment, ...(merchant === null ? [] : [merchant]), at.toISOString().slice(0, 10)].join("-");
  return { body, contentType: contentTypes[format], fileName: `${fileName}.${format}` };
}

async function* toCells<Row>(ctx: ServiceContext, { columns, readPage }: List<Row>, first: Page<Row>) {
  let page = first;
  for (;;) {
    // On a shared screen the file shows no more than the list.
    const rows = ctx.staff.isPresenting ? hidePersonal(page.items) : page.items;
    yield rows.map((row) => columns.map(({ cell }) => cell(row)));
    if (page.nextCursor === null) return;
    page = await readPage({ limit: rowsAtOnce, cursor: page.nextCursor });
  }
}
