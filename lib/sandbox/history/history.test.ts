// @module-tag long: computes months of a sandbox.

import { expect, test } from "vitest";
import { asJson, createTestSandbox, type Row, type TestSandbox } from "../testing/test-sandbox.ts";
import type { History, HistoryStep } from "./history.ts";

const slow = { meta: { slow: "Makes key pairs, and up to 3,000 signatures." } };
const dayMs = 86_400_000;

async function listSteps(history: History): Promise<HistoryStep[]> {
  const steps: HistoryStep[] = [];
  for (let step = await history.next(); step; step = await history.next()) {
    steps.push(step);
    await history.finish(step);
  }
  return steps;
}

const open = ({ sandbox }: TestSandbox) => sandbox.history((kind, key) => `${kind}-${key}`);

/** What the gateway lists of a merchant in these 90 days, page by page as a client reads it. */
async function listRows(sandbox: TestSandbox, slug: string): Promise<Row[]> {
  const call = await sandbox.as(slug);
  const from = new Date(sandbox.clock.now() - 90 * dayMs).toISOString().slice(0, 10);
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await call(`/accounting/v1/transactions?from_date=${from}&size=100&page=${page}`);
    const items = body.items as Row[];
    rows.push(...items);
    if (items.length < 100) return rows;
  }
}

test("each online sale of 90 days has its notification, and each notification its sale", slow, async () => {
  const sandbox = createTestSandbox();
  const history = open(sandbox);
  await history.begin();
  const steps = await listSteps(history);
  const notifications = steps.flatMap((step) => step.notifications);
  expect(steps.at(-1)?.firstDay).toBe("2026-08-23");
  for (const slug of ["corner-cafe", "sakura-travel", "moda-ritorni", "knigi-online", "bodega-del-sol"]) {
    const sales = (await listRows(sandbox, slug)).filter(
      (row) => row.transaction_type === "013" && row.date >= "2026-08-23" && row.sign === "Credit",
    );
    const own = notifications.filter((one) => one.slug === slug);
    expect(own.length).toBe(sales.length);
    for (const { atMs, body } of own) {
      const fields = new URLSearchParams(body);
      const sale = sales.find(
        (row) => row.payment_reference === fields.get("IPC_Trnref") || row.reference_number === fields.get("OrderID"),
      );
      expect([Number(fields.get("Amount")), fields.get("Currency")]).toEqual([
        sale?.transaction_amount,
        sale?.transaction_currency,
      ]);
      const delayMs = atMs - Date.parse(`${sale?.date}Z`);
      expect(delayMs).toBeGreaterThan(0);
      expect(delayMs).toBeLessThan(6_000);
    }
  }
});

test("is the same for the same time, and made once", slow, async () => {
  const [one, other] = [createTestSandbox(), createTestSandbox()];
  const pairs = await Promise.all([open(one), open(other)].map(async (history) => ({ history, day: await history.begin() })));
  expect(pairs.map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-21"]);
  // The keys differ, and with them the signatures.
  const unsigned = (steps: HistoryStep[]) =>
    steps.flatMap(({ notifications }) =>
      notifications.map(({ body, ...rest }) => ({ ...rest, body: body.split("&Signature=")[0] })),
    );
  const [first, second] = await Promise.all(pairs.map(({ history }) => listSteps(history)));
  expect(unsigned(first ?? [])).toEqual(unsigned(second ?? []));
  one.clock.advance(5 * dayMs);
  expect(await open(one).begin()).toBeUndefined();
  expect(await open(one).next()).toBeUndefined();
});

test("with very many transactions it has whole days, and at most 3,000 notifications", slow, async () => {
  const sandbox = createTestSandbox({ transactions: 400_000 });
  const history = open(sandbox);
  await history.begin();
  const steps = await listSteps(history);
  const made = steps.reduce((sum, { notifications }) => sum + notifications.length, 0);
  expect(made).toBeLessThanOrEqual(3_000);
  expect(made).toBeGreaterThan(2_500);
  const from = Date.parse(`${steps.at(-1)?.firstDay}Z`);
  expect(steps.flatMap(({ notifications }) => notifications).every(({ atMs }) => atMs >= from)).toBe(true);
});

test("a payment that was reversed meanwhile stays reversed", async () => {
  const sandbox = createTestSandbox();
  await open(sandbox).begin();
  const paid = (await open(sandbox).payments()).find(({ status, isRefund }) => status === "Success" && !isRefund);
  const call = await sandbox.as(paid?.slug ?? "");
  expect((await call(`/epos/v1/payments/${paid?.id}/reversal`, asJson({}))).status).toBe(200);
  await open(sandbox).begin();
  expect((await call(`/epos/v1/payments/${paid?.id}`)).body.status).toBe("Reversed");
});

test("without transactions there is none", async () => {
  const history = open(createTestSandbox({ transactions: 0 }));
  await history.begin();
  expect((await listSteps(history)).flatMap(({ notifications }) => notifications)).toEqual([]);
  expect(await history.payments()).toEqual([]);
});

test("payments at terminals are in the ledger as their status says", slow, async () => {
  const sandbox = createTestSandbox();
  const history = open(sandbox);
  await history.begin();
  await history.begin();
  const payments = await history.payments();
  const slugs = [...new Set(payments.map(({ slug }) => slug))];
  const rows = new Map(await Promise.all(slugs.map(async (slug) => [slug, await listRows(sandbox, slug)] as const)));
  const callers = new Map(await Promise.all(slugs.map(async (slug) => [slug, await sandbox.as(slug)] as const)));
  for (const payment of payments) {
    const own = (rows.get(payment.slug) ?? []).filter(
      (row) => row.reference_number === payment.referenceNumber && row.terminal_id === payment.terminalId,
    );
    const at = (row: Row) => Date.parse(`${row.date}Z`);
    const [begun = 0, settled = 0, ended = 0] = [payment.createdAt, payment.settledAt, payment.endedAt].map(
      (ms) => Math.floor(ms / 1_000) * 1_000,
    );
    expect([begun, settled, ended].toSorted((left, right) => left - right)).toEqual([begun, settled, ended]);
    for (const row of own) expect(at(row)).toBe(row.transaction_type === "036" ? ended : settled);
    if (payment.status === "Reversed") expect(ended).toBeGreaterThan(settled);
    const types = own.map((row) => row.transaction_type).sort();
    const sale = expect.stringMatching(/^(501|022)$/);
    const expected = {
      Success: payment.isRefund ? ["011"] : [sale],
      Reversed: ["036", sale],
      Rejected: [],
      Failed: [],
      Canceled: [],
    };
    expect(types).toEqual(types[0] === "022" ? expected[payment.status].toReversed() : expected[payment.status]);
    expect(own.every((row) => Math.round(Math.abs(row.transaction_amount) * 100) === payment.amountMinor)).toBe(
      payment.currency === "EUR" || payment.currency === "RON" || own.length === 0,
    );
    const answer = await callers.get(payment.slug)?.(`/epos/v1/payments/${payment.id}`);
    expect(answer?.body.status).toBe(payment.status);
  }
  const counts = Object.fromEntries(
    [...Map.groupBy(payments, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  );
  for (const status of ["Success", "Reversed", "Rejected", "Failed", "Canceled"]) expect(counts[status]).toBeGreaterThan(2);
});
