import { isCurrency } from "../currency.ts";
import type { Columns, Confirmed, FileLine } from "./order-file.ts";
import { type DecimalSign, decimalSignOf, readAmount } from "./read-amount.ts";
import { type DayOrder, dayOrderOf, readDay } from "./read-day.ts";

type Field = keyof Columns;

/** Words of headings, in the languages of the screens and of usual shops; the first are the more telling. */
export const headings: Record<Field, RegExp> = {
  orderId:
    /^(?:order ?(?:id|number|no|nr|ref(?:erence)?)?|(?:bestell|auftrags) ?(?:nummer|nr|id)|bestellung|auftrag|(?:numero (?:de )?)?commande|(?:n(?:umero|o)? (?:de )?)?pedido|(?:numero )?ordine|(?:номер на )?поръчка|name|reference)$/u,
  amount:
    /^(?:(?:order |grand )?total|(?:order )?amount|gesamt(?:betrag|summe)?|betrag|summe|montant(?: total)?|importe(?: total)?|importo|totale|(?:обща )?сума)$/u,
  currency: /^(?:currency(?: code)?|wahrung|devise|moneda|valuta|валута)$/u,
  day: /^(?:(?:order |purchase )?(?:date|day)|created(?: at)?|(?:bestell|auftrags)?datum|tag|date de commande|fecha(?: del? pedido)?|data(?: ordine)?|дата(?: на поръчка(?:та)?)?)$/u,
};

const sampleMax = 200;

/** Which columns hold what, by headings and by what stands in them; a person confirms it. */
export function recogniseColumns(lines: readonly FileLine[]): Omit<Confirmed, "currency"> & { currency: string | null } {
  const [first] = lines;
  const hasHeadings = first !== undefined && !first.cells.some((cell) => isDay(cell) || (isAmount(cell) && /[.,]/.test(cell)));
  const rows = lines.slice(hasHeadings ? 1 : 0);
  const sample = rows.slice(0, sampleMax);
  const width = Math.max(0, ...lines.slice(0, sampleMax).map(({ cells }) => cells.length));
  const named = (hasHeadings ? (first?.cells ?? []) : []).map(toHeading);
  const columns = fillIn(named, { sample, width });
  const cellsOf = (column: number | null) => (column === null ? [] : rows.map(({ cells }) => cells[column] ?? ""));
  return {
    ...{ hasHeadings, columns, currency: null },
    decimal: onlyOne(cellsOf(columns.amount).map(decimalSignOf)),
    dayOrder: onlyOne(cellsOf(columns.day).map(dayOrderOf)),
  };
}

/** By heading first; what has none by its values, each column once. */
function fillIn(named: readonly string[], { sample, width }: { sample: readonly FileLine[]; width: number }): Columns {
  const find = (field: Field) => named.findIndex((name) => headings[field].test(name));
  const columns = new Map<Field, number>();
  for (const field of ["day", "currency", "amount", "orderId"] as const) {
    const at = find(field);
    if (at >= 0) columns.set(field, at);
  }
  const share = (column: number, fits: (cell: string) => boolean) =>
    sample.filter(({ cells }) => fits(cells[column] ?? "")).length / Math.max(1, sample.length);
  const tests: [Field, (cell: string) => boolean][] = [
    ["day", isDay],
    ["currency", (cell) => isCurrency(cell.trim().toUpperCase())],
    ["amount", (cell) => isAmount(cell) && /[.,]/.test(cell)],
    ["amount", isAmount],
    ["orderId", (cell) => cell.trim() !== ""],
  ];
  for (const [field, fits] of tests) {
    if (columns.has(field)) continue;
    const taken = new Set(columns.values());
    const free = Array.from({ length: width }, (_, column) => column).filter((column) => !taken.has(column));
    const at = free.find((column) => share(column, fits) > 0.8);
    if (at !== undefined) columns.set(field, at);
  }
  const at = (field: Field) => columns.get(field) ?? null;
  return { orderId: at("orderId"), amount: at("amount"), currency: at("currency"), day: at("day") };
}

/** Lower case without accents and punctuation. */
export function toHeading(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  return bare.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function isDay(cell: string): boolean {
  return "day" in readDay(cell, { dayOrder: "day_first", lastDay: "9999-12-31" });
}

function isAmount(cell: string): boolean {
  return /^\D{0,4}\d/.test(cell.trim()) && "amountMinor" in readAmount(cell, { currency: "EUR", decimal: decimalIn(cell) });
}

function decimalIn(cell: string): DecimalSign | null {
  const sign = decimalSignOf(cell);
  return sign === "unclear" ? "comma" : sign;
}

/** The one value that clear texts show; null when none does, or when they contradict each other. */
function onlyOne<Value extends DecimalSign | DayOrder>(values: readonly (Value | "unclear" | null)[]): Value | null {
  const shown = new Set(values.filter((value) => value !== null && value !== "unclear"));
  const [value] = shown;
  return shown.size === 1 ? (value ?? null) : null;
}
