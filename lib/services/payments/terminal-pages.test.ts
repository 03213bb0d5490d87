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
