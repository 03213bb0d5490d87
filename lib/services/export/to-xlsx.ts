import { writeXlsxStream } from "hucre/xlsx";
import { currencyExponent } from "#lib/core/currency.ts";
import type { ExportCell } from "./export-cell.ts";

/** `width` in characters. */
export type SheetColumn = { heading: string; width: number; isAmount?: boolean };

type Sheet = { name: string; columns: readonly SheetColumn[]; currencies: readonly string[] };

/**
 * Streams a workbook; rows beyond the limit of a sheet continue in a second one. Amounts are numbers, formatted with the
 * decimals of the currencies where those agree. Text is never evaluated.
 */
export function toXlsx(batches: AsyncIterable<ExportCell[][]>, { name, columns, currencies }: Sheet): ReadableStream<Uint8Array> {
  const numFmt = amountFormat(currencies);
  return writeXlsxStream(toRows(batches), {
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ heading, width, isAmount }) => ({
      header: heading,
      width,
      ...(isAmount && numFmt ? { numFmt } : {}),
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
