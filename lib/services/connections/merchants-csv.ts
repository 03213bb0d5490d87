import { CsvError, parse } from "csv-parse/sync";
import { AppError } from "#lib/core/errors.ts";
import type { Message } from "#lib/core/text.ts";
import { serviceText } from "#lib/services/texts.ts";

export type MerchantLine = { line: number; values: Record<string, unknown> };

const linesMax = 10_000;
const requiredColumns = ["slug", "name", "clientId", "clientSecret"] as const;
const optional = ["sid", "certificate", "group"] as const;
const known = new Set<string>([...requiredColumns, ...optional]);

/**
 * Lines of a file whose first line names the columns slug, name, clientId, clientSecret and optionally sid, certificate and
 * group, separated by comma, semicolon or tab. Throws `invalid_input` on `csv` for any other file.
 */
export function readMerchantsCsv(text: string): MerchantLine[] {
  const [head, ...records] = read(text);
  const columns = (head?.cells ?? []).map((name) => name.trim());
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw refused(serviceText("csv_columns_missing", { columns: missing.join(", ") }));
  const foreign = columns.filter((name) => !known.has(name));
  if (foreign.length > 0)
    throw refused(serviceText("csv_column_unknown", { columns: foreign.join(", "), known: [...known].join(", ") }));
  if (records.length === 0) throw refused(serviceText("csv_without_lines"));
  if (records.length > linesMax) throw refused(serviceText("csv_merchants_too_many", { count: "10,000" }));
  return records.map(({ line, cells }) => ({ line, values: toValues(columns, cells) }));
}

type CsvRecord = { line: number; cells: string[] };

function read(text: string): CsvRecord[] {
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const delimiter = [",", ";", "\t"].find((item) => firstLine.includes(item)) ?? ",";
  const records: CsvRecord[] = [];
  const onRecord = (cells: string[], { lines }: { lines: number }) => {
    // A quoted certificate spans several lines: the record has the number of its first line.
    records.push({ line: lines - cells.join("").split("\n").length + 1, cells });
    return null;
  };
  try {
    parse(text, { bom: true, delimiter, relaxColumnCount: true, skipEmptyLines: true, onRecord });
    return records;
  } catch (cause) {
    if (cause instanceof CsvError) throw refused(serviceText("csv_unreadable", { reason: cause.message }));
    throw cause;
  }
}

/** An empty cell of an optional column is undefined. One cell may contain several certificates. */
function toValues(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap((name, at): [string, unknown][] => {
      const value = cells[at] ?? "";
      if (value.trim() === "" && (optional as readonly string[]).includes(name)) return [];
      return [name === "certificate" ? ["certificates", [value]] : [name, value]];
    }),
  );
}

function refused(message: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field: "csv", ...message }] });
}
