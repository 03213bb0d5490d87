import { expect, test } from "vitest";
import { laterGatewayTime, parseGatewayTime } from "#lib/core/zoned-time.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { isWireRecord, parseExactJson } from "#lib/gateway/wire/exact-json.ts";
import { toGatewayPayment } from "#lib/gateway/wire/payment.ts";
import { checkTerminal } from "./internal/check-terminal.ts";
import { comparePayment } from "./internal/compare-payment.ts";

const zone = "Europe/Sofia";
const payment = {
  ...{ id: "p", referenceNumber: "INV-9", terminalId: "81000001", amountMinor: 1234, tipMinor: 0, currency: "EUR" },
  ...{ kind: "payment", createdAt: new Date("2026-10-25T01:30:00Z") },
} as PaymentRow;

/** What a list with the payment at this time, of the autumn night in which 03:00 to 04:00 comes twice, shows. */
async function listedAt(created_at: string) {
  const amount = { value: 1234, currency_code: "EUR" };
  const listed = { payment_id: "g1", status: "Success", amount, terminal_id: "81000001", reference_number: "INV-9", created_at };
  const record = parseExactJson(JSON.stringify(listed));
  const row = isWireRecord(record) ? toGatewayPayment(record, zone) : undefined;
  const rows = row ? [row] : [];
  const listPayments = async () => {
    return { rows, received: 1, page: 1, pageSize: 100, totalPages: 1, totalCount: 1, hasNext: false };
  };
  const { found, doubts } = await checkTerminal({ listPayments }, { terminalId: "81000001", payments: [payment] });
  return found.has("p") ? "found" : doubts.has("p") ? "doubtful" : "absent";
}

test("a payment with a typed reference is recognised in the second of two equal hours", async () => {
  expect(await listedAt("2026-10-25T03:30:05")).toBe("found");
});

test("one of the hour before is another sale, and so is one whose time has its zone", async () => {
  expect(await listedAt("2026-10-25T02:30:05")).toBe("doubtful");
  expect(await listedAt("2026-10-25T03:30:05+03:00")).toBe("doubtful");
});

test("a row of the ledger is compared at both times too", () => {
  const text = "2026-10-25T03:30:05";
  const times = [parseGatewayTime(text, zone), laterGatewayTime(text, zone)];
  expect(times.map((time) => time?.toISOString())).toEqual(["2026-10-25T00:30:05.000Z", "2026-10-25T01:30:05.000Z"]);
  const shown = { referenceNumber: "INV-9", terminalId: "81000001", isSameMoney: true };
  expect(comparePayment({ ...shown, times }, payment)).toBe("same");
  expect(comparePayment({ ...shown, times: times.slice(0, 1) }, payment)).toBe("doubtful");
});

test("no other time is read twice", () => {
  expect(laterGatewayTime("2026-10-25T02:30:00", zone)).toBeUndefined();
  expect(laterGatewayTime("2026-03-29T03:30:00", zone)).toBeUndefined();
  expect(laterGatewayTime("2026-10-25T03:30:00Z", zone)).toBeUndefined();
  expect(laterGatewayTime("yesterday", zone)).toBeUndefined();
});
