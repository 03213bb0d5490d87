import { stringify } from "csv-stringify/sync";
import type { ExportCell } from "./export-cell.ts";

/** RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8; texts that start like a formula are escaped. */
export function toCsv(headings: readonly string[], batches: AsyncIterable<ExportCell[][]>): ReadableStream<Uint8Array> {
  const pieces = toPieces(headings, batches);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

async function* toPieces(headings: readonly string[], batches: AsyncIterable<ExportCell[][]>): AsyncGenerator<string> {
  yield `\ufeff${toLines([headings.map((text) => ({ text, isNumber: false }))])}`;
  for await (const batch of batches) if (batch.length > 0) yield toLines(batch);
}

function toLines(rows: ExportCell[][]): string {
  return stringify(rows, {
    record_delimiter: "windows",
    cast: { object: (cell) => castCell(cell as ExportCell) },
  });
}

function castCell({ text, isNumber }: ExportCell) {
  return { value: text, escape_formulas: !isNumber };
}
