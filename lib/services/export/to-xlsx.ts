import { writeXlsxStream } from "hucre/xlsx";
import { type ExportColumn, exportColumns } from "../../contract/export.ts";
import { currencyExponent } from "../../core/currency.ts";
import type { ExportCell } from "./transaction-cells.ts";

const widths: Partial<Record<ExportColumn, number>> = { occurredAt: 20, amount: 14, currency: 9, sign: 10, description: 40 };
const usualWidth = 24;

/**
 * A workbook that is written while it is read; more rows than a sheet holds go on in a second one. Amounts are numbers,
 * shown with the decimals of the currencies where those agree. A text is a text, whatever it begins with.
 */
export function toXlsx(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<ExportCell[][]>,
  currencies: readonly string[],
): ReadableStream<Uint8Array> {
  const numFmt = amountFormat(currencies);
  return writeXlsxStream(toRows(batches), {
    name: "Transactions",
    freezePane: { rows: 1 },
    columns: columns.map((column) => ({
      header: exportColumns[column],
      width: widths[column] ?? usualWidth,
      ...(column === "amount" && numFmt ? { numFmt } : {}),
    })),
  });
}

async function* toRows(batches: AsyncIterable<ExportCell[][]>): AsyncGenerator<(string | number)[]> {
  for await (const batch of batches) {
    for (const row of batch) yield row.map(({ text, isNumber }) => (isNumber ? Number(text) : text));
  }
}

function amountFormat(currencies: readonly string[]): string | undefined {
  const [decimals, ...others] = new Set(currencies.map(currencyExponent));
  if (decimals === undefined || others.length > 0) return undefined;
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}
