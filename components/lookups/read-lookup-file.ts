import { readFileContent, readTableText, TableFileError } from "#components/table-file/read-table-file.ts";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import type { FileLine } from "#lib/core/shop-orders/order-file.ts";
import { hasReferenceHeading, referenceColumns } from "#lib/core/shop-orders/reference-columns.ts";
import { uniqueSpellings } from "./extract-references.ts";

/** The references and a line of headings. */
const linesMax = sharedReferencesMax + 1;
const longest = 255;
const headingMax = 10_000;

/**
 * The references in the columns of a table that are named so, of each line the first that is filled; any other file as text, in
 * which references are looked for. Throws TableFileError.
 */
export async function readLookupFile(file: File): Promise<{ references: string[] } | { text: string }> {
  const content = await readFileContent(file, linesMax);
  if ("text" in content && content.text.trim() === "") throw new TableFileError("empty");
  const lines = "lines" in content ? content.lines : await readTable(content.text);
  const columns = referenceColumns(lines);
  if (columns.length > 0) return { references: uniqueSpellings(lines.slice(1).flatMap((line) => referenceOf(line, columns))) };
  return "text" in content ? content : { text: lines.map(({ cells }) => cells.join("\t")).join("\n") };
}

/** The lines of a text that begins with a heading for references; none of any other, whose quotation marks may mean nothing. */
async function readTable(text: string): Promise<FileLine[]> {
  const [firstLine = ""] = text
    .trimStart()
    .slice(0, headingMax)
    .split(/[\r\n]/, 1);
  const [heading] = await readTableText(firstLine, 1).catch(noTable);
  if (!heading || !hasReferenceHeading(heading)) return [];
  const reading = readTableText(text, linesMax);
  return heading.cells.length > 1 ? reading : reading.catch(noTable);
}

function noTable(thrown: unknown): FileLine[] {
  if (thrown instanceof TableFileError && thrown.reason !== "too_many") return [];
  throw thrown;
}

function referenceOf({ cells }: FileLine, columns: readonly number[]): string[] {
  const filled = columns.map((index) => (cells[index] ?? "").trim()).find((cell) => cell !== "");
  return filled === undefined ? [] : [filled.slice(0, longest)];
}
