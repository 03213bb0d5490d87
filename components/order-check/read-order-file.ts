import { numberToDecimal } from "#lib/core/money.ts";
import type { FileLine } from "#lib/core/shop-orders/order-file.ts";
import { ordersMax } from "#lib/core/shop-orders/verdicts.ts";

export const fileMegabytesMax = 25;

type Reason = "too_large" | "too_many" | "empty" | "line_unreadable" | "sheet_unreadable";

/** Why a file could not be read at all; `line` of a text. */
export class OrderFileError extends Error {
  readonly reason: Reason;
  readonly line: number;

  constructor(reason: Reason, line = 0) {
    super(reason);
    this.reason = reason;
    this.line = line;
  }
}

/** The lines of a CSV or XLSX file, by its content rather than its name. Throws OrderFileError. */
export async function readOrderFile(file: File): Promise<FileLine[]> {
  if (file.size > fileMegabytesMax * 1_048_576) throw new OrderFileError("too_large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  // An XLSX file is a ZIP archive.
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? readSheet(bytes) : readOrderText(decode(bytes));
}

/** The lines of text whose columns are separated by comma, semicolon or tab. Throws OrderFileError. */
export async function readOrderText(text: string): Promise<FileLine[]> {
  if (text.length > fileMegabytesMax * 1_048_576) throw new OrderFileError("too_large");
  const { CsvError, parse } = await import("csv-parse/browser/esm/sync");
  const lines: FileLine[] = [];
  const onRecord = (cells: string[], { lines: last }: { lines: number }) => {
    const line = last - cells.join("").split("\n").length + 1;
    if (cells.some((cell) => cell.trim() !== "")) lines.push({ line, cells });
    return null;
  };
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: onRecord,
    });
  } catch (cause) {
    if (cause instanceof CsvError) throw new OrderFileError("line_unreadable", Number(cause.lines ?? 0));
    throw cause;
  }
  return checked(lines);
}

/** A spreadsheet's first sheet. Its numbers have the 15 digits that spreadsheets show. */
async function readSheet(bytes: Uint8Array): Promise<FileLine[]> {
  const { streamXlsxRows } = await import("hucre/xlsx");
  const lines: FileLine[] = [];
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(toCell);
      if (cells.some((cell) => cell.trim() !== "")) lines.push({ line: index + 1, cells });
      if (lines.length > ordersMax + 1) break;
    }
  } catch (cause) {
    throw Object.assign(new OrderFileError("sheet_unreadable"), { cause });
  }
  return checked(lines);
}

function toCell(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number") return numberToDecimal(Number(value.toPrecision(15))) ?? "";
  return value === null ? "" : String(value);
}

function checked(lines: FileLine[]): FileLine[] {
  if (lines.length === 0) throw new OrderFileError("empty");
  if (lines.length > ordersMax + 1) throw new OrderFileError("too_many");
  return lines;
}

/** Shops on Windows write UTF-16 or Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A comma may be an amount's decimal sign, so it counts last. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const firstLine = end < 0 ? text : text.slice(0, end);
  return ["\t", ";"].find((mark) => firstLine.includes(mark)) ?? ",";
}
