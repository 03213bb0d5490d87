import { localTime } from "#lib/core/days.ts";
import { formatDecimal } from "#lib/core/money.ts";

/** An amount is its decimal text with the currency's decimals; any other value is its text. */
export type ExportCell = { text: string; isNumber: boolean };

export function textCell(value: string | null): ExportCell {
  return { text: value ?? "", isNumber: false };
}

export function numberCell(value: number): ExportCell {
  return { text: String(value), isNumber: true };
}

type Amount = { amountMinor: number | null; currency: string | null; amountText?: string | null };

/** An amount with its currency's decimals; one that does not fit the currency as it was written. */
export function amountCell({ amountMinor, currency, amountText = null }: Amount): ExportCell {
  if (amountMinor === null || currency === null) return textCell(amountText);
  return { text: formatDecimal({ amountMinor, currency }), isNumber: true };
}

/** Times in the zone, in ISO form without an offset: the heading names the zone. */
export function timesIn(zone: string): (instant: string) => ExportCell {
  return (instant) => {
    const { day, time } = localTime(new Date(instant), zone);
    return textCell(`${day} ${time}`);
  };
}

export const contentTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export type ExportFile = { body: ReadableStream<Uint8Array>; contentType: string; fileName: string };
