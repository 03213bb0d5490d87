import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import states from "../../messages/en/states.json" with { type: "json" };
import { toGridColumns } from "./transaction-columns.tsx";

const speech = { t: ((key: string) => key) as never, say: () => "" };
const columns = toGridColumns(speech, ["notified"], new Set());

function statusOf(row: Pick<Transaction, "type" | "sign">): string {
  const money = { amountMinor: -726, currency: "EUR", pan: null, terminalId: null, occurredAt: "2026-03-04T11:20:05.000Z" };
  const cell = columns[0]?.cell({ ...money, ...row } as Transaction);
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ states }}>
      {cell}
    </NextIntlClientProvider>,
  ).replace(/<[^>]*>/g, "");
}

// A refund and a payout look alike where the column of types has no room.
test.each([
  ["011", "Refunded"],
  ["003", "Payout"],
  ["001", "Fee"],
  ["042", "Chargeback"],
] as const)("the list says the status that the page says: %s is %s", (type, expected) => {
  expect(statusOf({ type, sign: "debit" })).toBe(expected);
});
