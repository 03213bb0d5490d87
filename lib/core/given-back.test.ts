import { expect, test } from "vitest";
import { sumGivenBack } from "./given-back.ts";

const at = "2026-11-22T14:23:46.000Z";
const sale = { amountMinor: 1_000, currency: "EUR", occurredAt: at };
const booking = (type: string, amountMinor: number | null, more: object = {}) => ({
  ...{ type, sign: (amountMinor ?? -1) < 0 ? "debit" : "credit", amountMinor, currency: "EUR", occurredAt: at },
  ...more,
});

test.each([
  ["nothing but its fee", [booking("001", -20)], undefined],
  ["a whole reversal", [booking("036", -1_000)], { isReversed: true, refundedMinor: 0, refunds: 0 }],
  ["a reversal that was released again", [booking("037", -1_000), booking("038", 1_000)], undefined],
  ["a reversal with hold", [booking("037", -1_000)], { isReversed: true, isHeld: true, refundedMinor: 0, refunds: 0 }],
  [
    "a hold that a reversal without one followed",
    [booking("037", -1_000), booking("038", 1_000), booking("036", -1_000)],
    { isReversed: true, refundedMinor: 0, refunds: 0 },
  ],
  [
    "a chargeback and a refund",
    [booking("042", -700), booking("011", -300)],
    { isReversed: false, refundedMinor: 300, refunds: 1, chargedBackMinor: 700 },
  ],
  ["a chargeback that was taken back", [booking("042", -700), booking("042", 700)], undefined],
  ["a partial reversal", [booking("036", -400)], { isReversed: false, refundedMinor: 400, refunds: 1 }],
  ["two refunds", [booking("011", -400), booking("017", -100)], { isReversed: false, refundedMinor: 500, refunds: 2 }],
  [
    "a reversal whose amount does not fit its currency",
    [booking("036", null)],
    { isReversed: true, refundedMinor: 0, refunds: 0 },
  ],
  ["a refund in another currency", [booking("011", -400, { currency: "JPY" })], undefined],
])("of a sale with %s", (_, bookings, expected) => {
  const isChargedBack = expected !== undefined && "chargedBackMinor" in expected;
  expect(sumGivenBack(sale, bookings)).toEqual(expected && { ...expected, at, ...(isChargedBack && { chargedBackAt: at }) });
});

const on = (day: number) => ({ occurredAt: `2026-12-${String(day).padStart(2, "0")}T10:00:00.000Z` });

test.each([
  [
    "a refund before a chargeback that was won",
    [
      ["011", -300, 10],
      ["042", -1_000, 20],
      ["042", 1_000, 25],
    ],
    { at: 10 },
  ],
  [
    "a chargeback before a refund",
    [
      ["042", -700, 10],
      ["011", -300, 20],
    ],
    { at: 20, chargedBackAt: 10 },
  ],
  [
    "a reversal before a chargeback",
    [
      ["036", -1_000, 10],
      ["042", -1_000, 20],
    ],
    { at: 10, chargedBackAt: 20 },
  ],
] as const)("of a sale with %s, each is told with its own time", (_, bookings, times) => {
  const booked = bookings.map(([type, amountMinor, day]) => booking(type, amountMinor, on(day)));
  const expected = Object.entries(times).map(([name, day]) => [name, on(day).occurredAt]);
  expect(sumGivenBack(sale, booked)).toMatchObject(Object.fromEntries(expected));
});

test("a chargeback whose time cannot be read has none", () => {
  const given = sumGivenBack(sale, [booking("042", -700, { isTimeEstimated: true })]);
  expect(given).toEqual({
    ...{ isReversed: false, refundedMinor: 0, refunds: 0, chargedBackMinor: 700, at, isTimeEstimated: true },
  });
});
