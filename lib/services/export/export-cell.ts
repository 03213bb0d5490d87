/** An amount is its decimal text with the currency's decimals; any other value is its text. */
export type ExportCell = { text: string; isNumber: boolean };

export function textCell(value: string | null): ExportCell {
  return { text: value ?? "", isNumber: false };
}

export const contentTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export type ExportFile = { body: ReadableStream<Uint8Array>; contentType: string; fileName: string };
