import { expect, test } from "vitest";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import { checkTerminal } from "./internal/check-terminal.ts";

test("pages of a terminal that only repeat are detected after one, and prove nothing", async () => {
  let asked = 0;
  const listed = { referenceNumber: "R2", amountMinor: 2, currency: "EUR", createdAt: null };
  const rows = ["1", "2"].map((id) => ({ ...listed, id }) as GatewayPayment);
  const listPayments = async ({ page }: { page: number }) => {
    asked++;
    return { rows, received: rows.length, page, pageSize: 100, totalPages: null, totalCount: null, hasNext: true };
  };
  const payments = [{ id: "p", referenceNumber: "R1", amountMinor: 1, currency: "EUR", createdAt: new Date(0) }] as PaymentRow[];
  const look = await checkTerminal({ listPayments }, { terminalId: "81000001", payments });
  expect([asked, look.isComplete, look.seen]).toEqual([2, false, 2]);
});

const hourMs = 3_600_000;
const lost = [
  { id: "p", referenceNumber: "R1", amountMinor: 1, currency: "EUR", createdAt: new Date(9_000 * hourMs) },
] as PaymentRow[];

/** Pages of one other payment each; how many were requested, and what the check found. */
async function checkPages(totalPages: number, createdAt: (page: number) => Date | null) {
  let asked = 0;
  const listPayments = async ({ page }: { page: number }) => {
    asked++;
    const row = { id: String(page), referenceNumber: "R2", amountMinor: 2, currency: "EUR", createdAt: createdAt(page) };
    const counts = { received: 1, page, pageSize: 1, totalPages, totalCount: totalPages, hasNext: page < totalPages };
    return { rows: [row as GatewayPayment], ...counts };
  };
  const { isComplete } = await checkTerminal({ listPayments }, { terminalId: "81000001", payments: lost });
  return { asked, isComplete };
}

// Wrong: giving up at page 200 of a busy terminal, where an unknown payment could never be told to be absent.
test("a terminal with more than 200 pages is read to its end", async () => {
  expect(await checkPages(201, () => null)).toEqual({ asked: 201, isComplete: true });
});

test("a list with the newest payments first is read as far back as the payment may be, but never less than ten pages", async () => {
  const hourly = (page: number) => new Date((9_000 - page) * hourMs);
  expect(await checkPages(900, hourly)).toEqual({ asked: 27, isComplete: true });
  expect(await checkPages(900, (page) => new Date(hourly(page).getTime() - 100 * hourMs))).toEqual({
    asked: 10,
    isComplete: true,
  });
});

test.each([
  ["the oldest payments first", (page: number) => new Date(page * hourMs)],
  ["one payment out of order", (page: number) => new Date((page === 5 ? 9_000 : 4_000 - page) * hourMs)],
])("a list with %s is read to its end", async (_, createdAt) => {
  expect(await checkPages(201, createdAt)).toEqual({ asked: 201, isComplete: true });
});
