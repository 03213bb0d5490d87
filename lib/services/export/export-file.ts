import { recordAudit } from "#lib/db/audit/audit.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import type { ServiceContext } from "../context.ts";
import { contentTypes, type ExportCell, type ExportFile } from "./export-cell.ts";
import { toCsv } from "./to-csv.ts";
import { type SheetColumn, toXlsx } from "./to-xlsx.ts";

type FileOf = {
  environment: string;
  /** Missing: all merchants this account may see. */
  merchant?: string | null | undefined;
  /** In the file's name. */
  name: string;
  /** In the audit log. */
  act: string;
  /** For the audit log: what was asked for. */
  detail: Record<string, unknown>;
  format: "csv" | "xlsx";
  sheet: { name: string; columns: readonly SheetColumn[]; currencies?: readonly string[] };
  /** The rows from left to right, in batches that are read on demand. */
  cells: AsyncIterable<ExportCell[][]>;
};

/** Streams rows as a file. The audit row is written before the first row is read. Always in English, since machines read it. */
export async function exportFile(ctx: ServiceContext, file: FileOf): Promise<ExportFile> {
  const { environment, merchant, name, act, detail, format, cells } = file;
  const at = new Date(ctx.clock.now());
  await recordAudit(ctx, {
    ...{ at, staffId: ctx.staff.id, actor: ctx.staff.email, act, environment, ...(merchant && { merchant }) },
    detail: { format, ...detail },
    peer: ctx.peer,
  });
  const { columns, currencies = [] } = file.sheet;
  const headings = columns.map(({ heading }) => heading);
  const body = format === "csv" ? toCsv(headings, cells) : toXlsx(cells, { ...file.sheet, currencies });
  const parts = [name, environment, ...(merchant ? [merchant] : []), at.toISOString().slice(0, 10)];
  return { body, contentType: contentTypes[format], fileName: `${parts.join("-")}.${format}` };
}

/** On a shared screen the file shows no more than the list. */
export function showRows<Rows>({ staff }: Pick<ServiceContext, "staff">, rows: Rows): Rows {
  return staff.isPresenting ? hidePersonal(rows) : rows;
}
