import { CsvError, parse } from "csv-parse/sync";
import { AppError } from "../../core/errors.ts";

export type MerchantLine = { line: number; values: Record<string, string> };

const linesMax = 10_000;
const wanted = ["slug", "name", "clientId", "clientSecret"] as const;
const known = new Set<string>([...wanted, "sid"]);

/**
 * Lines of a file whose first line names the columns slug, name, clientId, clientSecret and, if it has one, sid;
 * comma, semicolon or tab between. Throws `invalid_input` on `csv` for what is no such file.
 */
export function readMerchantsCsv(text: string): MerchantLine[] {
  const [head, ...records] = read(text);
  const columns = (head?.cells ?? []).map((name) => name.trim());
  const missing = wanted.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw refused(`The first line names the columns; it lacks ${missing.join(", ")}.`);
  const foreign = columns.filter((name) => !known.has(name));
  if (foreign.length > 0) throw refused(`There is no column ${foreign.join(", ")}; there are ${[...known].join(", ")}.`);
  if (records.length === 0) throw refused("The file has no line but its first.");
  if (records.length > linesMax) throw refused("At most 10,000 merchants at once.");
  return records.map(({ line, cells }) => ({ line, values: toValues(columns, cells) }));
}

type CsvRecord = { line: number; cells: string[] };

function read(text: string): CsvRecord[] {
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const delimiter = [",", ";", "\t"].find((each) => firstLine.includes(each)) ?? ",";
  const records: CsvRecord[] = [];
  const onRecord = (cells: string[], { lines }: { lines: number }) => {
    records.push({ line: lines, cells });
    return null;
  };
  try {
    parse(text, { bom: true, delimiter, relaxColumnCount: true, skipEmptyLines: true, onRecord });
    return records;
  } catch (cause) {
    if (cause instanceof CsvError) throw refused(`This is not a CSV file: ${cause.message}.`);
    throw cause;
  }
}

/** An empty cell of a column that need not be filled is none. */
function toValues(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((name, at) => {
      const value = cells[at] ?? "";
      return name === "sid" && value.trim() === "" ? [] : [[name, value]];
    }),
  );
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { fields: [{ field: "csv", message }] });
}
