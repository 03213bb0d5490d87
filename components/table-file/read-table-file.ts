import { numberToDecimal } from "#lib/core/money.ts";
import type { FileLine } from "#lib/core/shop-orders/order-file.ts";
import { decodeText } from "./decode-text.ts";
import { guessSeparator } from "./guess-separator.ts";

export const fileMegabytesMax = 25;

type Reason = "too_large" | "too_many" | "empty" | "line_unreadable" | "sheet_unreadable";

/** Why a file could not be read at all; `line` of a text. */
export class TableFileError extends Error {
  readonly reason: Reason;
  readonly line: number;

  constructor(reason: Reason, line = 0) {
    super(reason);
    this.reason = reason;
    this.line = line;
  }
}

/** The lines of a CSV or XLSX file, by its content rather than its name. Throws TableFileError. */
export async function readTableFile(file: File, linesMax: number): Promise<FileLine[]> {
  const content = await readFileContent(file, linesMax);
  return "lines" in content ? content.lines : readTableText(content.text, linesMax);
}

/** A text file as it is, or a spreadsheet's lines. Throws TableFileError. */
export async function readFileContent(file: File, linesMax: number): Promise<{ text: string } | { lines: FileLine[] }> {
  const bytes = await readBytes(file);
  return isSheet(bytes) ? { lines: await readSheet(bytes, linesMax) } : { text: decodeText(bytes) };
}

async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > fileMegabytesMax * 1_048_576) throw new TableFileError("too_large");
  return new Uint8Array(await file.arrayBuffer());
}

/** An XLSX file is a ZIP archive; its first two bytes alone may begin a text. */
const zipBegin = [0x50, 0x4b, 0x03, 0x04];

function isSheet(bytes: Uint8Array): boolean {
  return zipBegin.every((byte, index) => bytes[index] === byte);
}

/** The lines of text whose columns are separated by comma, semicolon or tab. Throws TableFileError. */
export async function readTableText(text: string, linesMax: number): Promise<FileLine[]> {
  if (text.length > fileMegabytesMax * 1_048_576) throw new TableFileError("too_large");
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
      delimiter: guessSeparator(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: onRecord,
    });
  } catch (cause) {
    if (cause instanceof CsvError) throw new TableFileError("line_unreadable", Number(cause.lines ?? 0));
    throw cause;
  }
  return checked(lines, linesMax);
}

/** A spreadsheet's first sheet. Its numbers have the 15 digits that spreadsheets show. */
async function readSheet(bytes: Uint8Array<ArrayBuffer>, linesMax: number): Promise<FileLine[]> {
  const { streamXlsxRows } = await import("hucre/xlsx");
  const lines: FileLine[] = [];
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(toCell);
      if (cells.some((cell) => cell.trim() !== "")) lines.push({ line: index + 1, cells });
      if (lines.length > linesMax) break;
    }
  } catch (cause) {
    throw Object.assign(new TableFileError("sheet_unreadable"), { cause });
  }
  return checked(lines, linesMax);
}

function toCell(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number") return numberToDecimal(Number(value.toPrecision(15))) ?? "";
  return value === null ? "" : String(value);
}

function checked(lines: FileLine[], linesMax: number): FileLine[] {
  if (lines.length === 0) throw new TableFileError("empty");
  if (lines.length > linesMax) throw new TableFileError("too_many");
  return lines;
}
