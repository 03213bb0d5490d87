// @module-tag long: stores more deliveries than a page of the file has.
import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { streamXlsxRows } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import type { SignedInStaff } from "../context.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { openPaymentFixture, type PaymentFixture, sale } from "../payments/testing/payment-fixture.ts";
import { exportNotifications } from "./export-notifications.ts";
import { exportPayments } from "./export-payments.ts";

type Row = Record<string, string>;
const rowsOf = async (body: ReadableStream<Uint8Array>): Promise<Row[]> =>
  parse(await text(body), { columns: (names: string[]) => names.map((name) => name.replace(/ \(.*/, "")), bom: true });

describe("notifications", () => {
  let fixture: ReceiveFixture;
  const count = 503;
  beforeAll(async () => {
    fixture = await createReceiveFixture(["cafe", "hotel"]);
    for (let number = 0; number < count; number += 1) {
      const receivedAt = new Date(Date.UTC(2026, 2, 1) + number * 1_000);
      await fixture.receiveSigned("cafe", notifyEntries({ orderId: `O${number}`, trnref: `${number}` }), { receivedAt });
    }
    const forged = signedBody(notifyEntries({ orderId: "eve@shop.example", trnref: "F1" }), createSigner());
    await fixture.receive("hotel", forged, { receivedAt: new Date("2026-03-02T10:00:00Z") });
  });
  afterAll(() => fixture.drop());

  const exported = (input: object, merchant: string | null = null, person: Partial<SignedInStaff> = {}) =>
    exportNotifications(fixture.ctx({ role: "support", ...person }), {
      environment,
      merchant,
      input: { format: "csv", ...input },
    });

  const onlyHotel = { merchants: [`${environment}/hotel`] };

  test("the file has every row of the list once, in its order, also beyond a page, and the audit says how many", async () => {
    const { body, fileName } = await exported({}, "cafe");
    expect(fileName).toMatch(/^notifications-\w+-cafe-\d{4}-\d\d-\d\d\.csv$/);
    const rows = await rowsOf(body);
    expect(rows.map(({ Order }) => Order)).toEqual(Array.from({ length: count }, (_, at) => `O${count - 1 - at}`));
    expect(rows[0]).toMatchObject({ Merchant: "cafe", Signature: "verified", "Our answer": "200 OK", "Times received": "1" });
    // As the list says it: no transaction is known, so that it is not called paid.
    expect(rows[0]).toMatchObject({ State: "checking" });
    const last = (await readAudit(fixture.ctx())).at(-1);
    expect(last).toMatchObject({ act: "notifications.exported", merchant: "cafe", detail: { format: "csv", rows: count } });
  });

  test("filters of the list apply, and its search", async () => {
    const rejected = await rowsOf((await exported({ verdict: "invalid" })).body);
    expect(rejected.map(({ Order, Reasons }) => [Order, Reasons])).toEqual([["eve@shop.example", "signature"]]);
    expect(await rowsOf((await exported({ q: "O500" })).body)).toHaveLength(1);
    expect(await rowsOf((await exported({ merchant: "hotel" })).body)).toHaveLength(1);
    expect((await readAudit(fixture.ctx())).at(-1)).toMatchObject({ detail: { filter: { merchant: "hotel" }, rows: 1 } });
  });

  test("on a shared screen it hides what the list hides, and a list of merchants limits it", async () => {
    const [row] = await rowsOf((await exported({ verdict: "invalid" }, null, { isPresenting: true })).body);
    expect(row?.Order).toBe("•••@•••");
    expect(await rowsOf((await exported({}, null, onlyHotel)).body)).toHaveLength(1);
    await expect(exported({}, "cafe", onlyHotel)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("a workbook has amounts as numbers", async () => {
    const { body } = await exported({ format: "xlsx", q: "O500" });
    const rows: unknown[][] = [];
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    for await (const { values } of streamXlsxRows(bytes)) rows.push(values);
    const [item] = (await listNotifications(fixture.ctx(), { environment, merchant: null, input: { q: "O500" } })).items;
    expect(rows[1]?.[5]).toBe((item?.amountMinor ?? 0) / 100);
  });

  test("a viewer, and a filter that the list refuses, get no file and leave no audit row", async () => {
    const before = (await readAudit(fixture.ctx())).length;
    await expect(exported({}, null, { role: "viewer" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(exported({ verdict: "none" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(exported({ format: "pdf" })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await readAudit(fixture.ctx())).length).toBe(before);
  });
});

describe("payments", () => {
  let fixture: PaymentFixture;
  beforeAll(async () => {
    fixture = await openPaymentFixture();
  });
  afterAll(() => fixture.drop());

  test("the file has the list's payments with exact amounts, and is audited", async () => {
    await fixture.create({ ...sale, amountMinor: 1_205, description: "=1+1" });
    await fixture.create({ ...sale, amountMinor: 99 });
    const ctx = fixture.ctx({ role: "support" });
    const { body, fileName } = await exportPayments(ctx, { environment, merchant: null, input: { format: "csv" } });
    expect(fileName).toMatch(/^payments-/);
    const rows = await rowsOf(body);
    expect(rows.map(({ Amount }) => Amount).toSorted()).toEqual(["0.99", "12.05"]);
    expect(rows.find(({ Amount }) => Amount === "12.05")).toMatchObject({
      Kind: "payment",
      Description: "'=1+1",
      Terminal: sale.terminalId,
    });
    expect((await readAudit(ctx)).at(-1)).toMatchObject({ act: "payments.exported", detail: { rows: 2 } });
    const none = await exportPayments(ctx, { environment, merchant: null, input: { format: "csv", terminal: "89999999" } });
    expect(await rowsOf(none.body)).toEqual([]);
    await expect(
      exportPayments(fixture.ctx({ role: "viewer" }), { environment, merchant: null, input: { format: "csv" } }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});
