import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDecimal } from "../money.ts";
import type { Confirmed, FileLine } from "./order-file.ts";
import { type DecimalSign, readAmount } from "./read-amount.ts";
import { type DayOrder, readDay } from "./read-day.ts";
import { readOrders } from "./read-orders.ts";
import { recogniseColumns } from "./recognise-columns.ts";
import { referenceColumns } from "./reference-columns.ts";

const lastDay = "2026-12-31";

function amount(text: string, decimal: DecimalSign | null = null, currency = "EUR") {
  const read = readAmount(text, { currency, decimal });
  return "problem" in read ? read.problem.reason : read.amountMinor;
}

test.each([
  ["12.40", 1240],
  ["12,40", 1240],
  ["1,234.50", 123_450],
  ["1.234,50", 123_450],
  ["1 234,50", 123_450],
  ["1’234.50", 123_450],
  ["1.234.567", 123_456_700],
  ["1234.500", 123_450],
  ["0,120", 12],
  ["12", 1200],
  ["12.40 EUR", 1240],
  ["€12.40", 1240],
  ["1.234", "amount_ambiguous"],
  ["1,234", "amount_ambiguous"],
  ["12.405", "amount_ambiguous"],
  ["1234.505", "amount_decimals"],
  ["12.40 USD", "amount_unreadable"],
  ["1,23,456.00", "amount_unreadable"],
  ["1.2.3", "amount_unreadable"],
  ["12..4", "amount_unreadable"],
  ["-12.40", "amount_negative"],
  ["(12.40)", "amount_negative"],
  ["0.00", "amount_negative"],
  ["twelve", "amount_unreadable"],
  ["1e3", "amount_unreadable"],
  ["", "amount_missing"],
  ["99999999999999", "amount_too_large"],
])("the amount %s is %s", (text, expected) => {
  expect(amount(text)).toBe(expected);
});

test("a chosen decimal sign decides what has two meanings, and refuses what contradicts it", () => {
  expect([amount("1.234", "comma"), amount("1.234", "point")]).toEqual([123_400, "amount_decimals"]);
  expect([amount("1,234", "point"), amount("1,234", "comma")]).toEqual([123_400, "amount_decimals"]);
  expect(amount("12,40", "point")).toBe("amount_unreadable");
  // Groups never begin with a zero: this is half a dinar.
  expect([amount("0,500", "point", "KWD"), amount("0,500,000", null)]).toEqual(["amount_unreadable", "amount_unreadable"]);
  expect([amount("1.234", "point", "KWD"), amount("1.234", null, "KWD")]).toEqual([1234, "amount_ambiguous"]);
  expect([amount("1,234", "point", "JPY"), amount("12.40", "point", "JPY")]).toEqual([1234, "amount_decimals"]);
});

test("any amount is read back exactly, however its thousands are written", () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 999_999_999_999 }),
    fc.constantFrom<[DecimalSign, string]>(["point", ","], ["point", " "], ["comma", "."], ["comma", "'"], ["point", ""]),
    fc.constantFrom("EUR", "JPY", "KWD"),
    (amountMinor, [decimal, group], currency) => {
      const [whole = "", fraction] = formatDecimal({ amountMinor, currency }).split(".");
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
      const text = fraction === undefined ? grouped : `${grouped}${decimal === "point" ? "." : ","}${fraction}`;
      expect([text, amount(text, decimal, currency)]).toEqual([text, amountMinor]);
    },
  );
  fc.assert(property);
});

function day(text: string, dayOrder: DayOrder | null = null) {
  const read = readDay(text, { dayOrder, lastDay });
  return "problem" in read ? read.problem.reason : read.day;
}

test.each([
  ["2026-03-04", "2026-03-04"],
  ["2026/3/4", "2026-03-04"],
  ["20260304", "2026-03-04"],
  ["2026-03-04T23:59:59+02:00", "2026-03-04"],
  ["2026-03-04 11:20", "2026-03-04"],
  ["4.3.2026", "2026-03-04"],
  ["04.03.2026 11:20:05", "2026-03-04"],
  ["31/03/2026", "2026-03-31"],
  ["03/31/2026, 9:15 PM", "2026-03-31"],
  ["05/05/2026", "2026-05-05"],
  ["03/04/2026", "day_ambiguous"],
  ["04.03.26", "day_unreadable"],
  ["2026-02-30", "day_unreadable"],
  ["2026-03-041", "day_unreadable"],
  ["31.31.2026", "day_unreadable"],
  ["2027-01-01", "day_outside"],
  ["0206-03-04", "day_outside"],
  ["46085", "day_unreadable"],
  ["", "day_missing"],
])("the day %s is %s", (text, expected) => {
  expect(day(text)).toBe(expected);
});

test("a chosen order decides what has two meanings", () => {
  expect([day("03/04/2026", "day_first"), day("03/04/2026", "month_first")]).toEqual(["2026-04-03", "2026-03-04"]);
  expect(day("31/03/2026", "month_first")).toBe("day_unreadable");
});

function toLines(rows: readonly string[][]): FileLine[] {
  return rows.map((cells, index) => ({ line: index + 1, cells }));
}

test("columns are recognised by headings in any of the languages, and by what stands in them", () => {
  const rows = (head: string[] | undefined, ...body: string[][]) => recogniseColumns(toLines(head ? [head, ...body] : body));
  const german = rows(
    ["Kunde", "Bestellnummer", "Datum", "Gesamtbetrag", "Währung"],
    ["Ana", "B-1", "31/03/2026", "1.234,50", "EUR"],
  );
  expect(german).toMatchObject({ hasHeadings: true, decimal: "comma", dayOrder: "day_first" });
  expect(german.columns).toEqual({ orderId: 1, day: 2, amount: 3, currency: 4 });
  const bare = rows(undefined, ["A-1", "12.40", "2026-03-04"], ["A-2", "9.00", "2026-03-04"]);
  expect(bare).toMatchObject({ hasHeadings: false, decimal: "point", dayOrder: null });
  expect(bare.columns).toEqual({ orderId: 0, amount: 1, day: 2, currency: null });
  const unclear = rows(["Order", "Total", "Date"], ["1001", "1.234", "03/04/2026"]);
  expect(unclear).toMatchObject({ decimal: null, dayOrder: null, columns: { orderId: 0, amount: 1, day: 2 } });
  expect(rows(["Номер на поръчка", "Дата", "Сума", "Валута"]).columns).toEqual({ orderId: 0, day: 1, amount: 2, currency: 3 });
  expect(rows(undefined).columns).toEqual({ orderId: null, amount: null, currency: null, day: null });
});

test.each([
  [["Order", "Total", "Date"], ["1001", "12.40", "2026-03-04"], [0]],
  [["Kunde", "Bestellnummer", "Datum"], ["Ana", "B-1", "31/03/2026"], [1]],
  [
    ["Order", "IPC_Trnref", "Amount"],
    ["1001", "800007", "12.40"],
    [1, 0],
  ],
  [["Order", "Day", "Payment reference"], ["1001", "2026-03-04", ""], [0]],
  [["Name", "Financial Status", "Total"], ["#1001", "paid", "12.40"], [0]],
  [["Name", "Referenznummer"], ["Ana Popova", "POSA1"], [1]],
  [["Референция", "Сума"], ["POSA1", "12,40"], [0]],
  [["Reference number"], ["1001"], [0]],
  [["ORD-1001", "12.40"], ["ORD-1002", "9.00"], []],
  [["Name", "City"], ["Ana Popova", "Plovdiv"], []],
  [["Order"], [], []],
])("the columns with references are recognised by their heading alone: %j", (head, row, columns) => {
  expect(referenceColumns(toLines([head, row]))).toEqual(columns);
  expect(referenceColumns([])).toEqual([]);
});

const confirmed: Confirmed = {
  ...{ hasHeadings: true, columns: { orderId: 0, amount: 1, currency: null, day: 2 }, currency: "EUR" },
  ...{ decimal: null, dayOrder: null },
};

test("each line that is no order is named with its line, and the others are read", () => {
  const lines = toLines([
    ["Order", "Total", "Date"],
    ["A", "12.40", "2026-03-04"],
    ["B", "1.234", "2026-03-04"],
    ["A", "12.40", "2026-03-04"],
    ["Sum", "24.80"],
    ["", "", ""],
  ]);
  const { orders, problems, problemCount } = readOrders(lines, confirmed, lastDay);
  expect(orders).toEqual([{ orderId: "A", amountMinor: 1240, currency: "EUR", day: "2026-03-04" }]);
  expect(problems.map(({ line, reason, otherLine }) => [line, reason, otherLine])).toEqual([
    [3, "amount_ambiguous", undefined],
    [4, "order_repeated", 2],
    [5, "day_missing", undefined],
    [6, "order_missing", undefined],
  ]);
  expect(problemCount).toBe(4);
  const dollars = { ...confirmed, currency: "", columns: { ...confirmed.columns, currency: 3 } };
  const read = readOrders(
    toLines([[], ["A", "1.00", "2026-03-04", "usd"], ["B", "1.00", "2026-03-04", "DOLLAR"]]),
    dollars,
    lastDay,
  );
  expect([read.orders[0]?.currency, read.problems[0]?.reason]).toEqual(["USD", "currency_unknown"]);
  const zloty = readOrders(toLines([["Order"], ["A", "1 234,50 zł", "2026-03-04"]]), { ...confirmed, currency: "PLN" }, lastDay);
  expect(zloty.orders).toEqual([{ orderId: "A", amountMinor: 123_450, currency: "PLN", day: "2026-03-04" }]);
});
