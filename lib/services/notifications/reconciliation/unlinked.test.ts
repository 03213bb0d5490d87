import { afterAll, beforeAll, expect, test } from "vitest";
import { listAlerts } from "#lib/db/alerts/alerts.ts";
import { recordStatements } from "#lib/db/testing/recorded-statements.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { resolveAlert } from "../../alerts/change-alert.ts";
import { resetAlertRule } from "../../alerts/rules/reset-rule.ts";
import { saveAlertRule } from "../../alerts/rules/save-rule.ts";
import { listMerchantFigures } from "../../merchants/list-merchant-figures.ts";
import { listMerchantTransactions } from "../../transactions/list-transactions.ts";
import { getNotification } from "../get-notification.ts";
import { createReconciledFixture, type ReconciledFixture } from "../testing/reconciled-fixture.ts";
import { type KnownUnlinked, markNotified } from "./mark-notified.ts";

const merchant = "knigi-online";
let fixture: ReconciledFixture;
let paid: { trnref: string; orderId: string };
beforeAll(async () => {
  fixture = await createReconciledFixture([merchant]);
  paid = await fixture.payOnline(merchant, 1000);
});
afterAll(() => fixture.drop());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** A notification of a payment that the gateway lists under references of its own. */
async function receiveUnlinked(name: string): Promise<() => Promise<string | undefined>> {
  const entries = notifyEntries({ trnref: `N-${name}`, orderId: `SHOP-${name}` });
  const id = await fixture.receive(merchant, entries, { receivedAt: hoursAgo(2) });
  await fixture.follow();
  return async () => (await getNotification(fixture.ctx(), { environment, merchant, id })).facts.gateway?.state;
}

async function listStates(): Promise<Set<string | undefined>> {
  const { items } = await listMerchantTransactions(fixture.later(), { environment, merchant, input: { limit: "500" } });
  return new Set(items.map(({ notified }) => notified?.state));
}

const countMissing = async () =>
  (await listMerchantFigures(fixture.later(), { environment, input: { slug: merchant } })).items[0]?.missing;
const alerts = async () => {
  const found = await listAlerts(fixture.store.db, { environment, merchantIds: null }, { status: "open", limit: 5 });
  return found.map(({ rule, subject }) => [rule, subject]);
};

test("where no notification of a merchant ever matched, nothing is called missing, and an alert says so", async () => {
  for (const name of ["1", "2", "3", "4"]) expect(await (await receiveUnlinked(name))()).toBe("unknown");
  expect(await listStates()).toContain("not_notified");
  expect(await countMissing()).toBeGreaterThan(0);
  expect(await alerts()).toEqual([]);
  await receiveUnlinked("5");
  expect(await listStates()).toEqual(new Set(["not_applicable"]));
  expect(await countMissing()).toBe(0);
  expect(await (await receiveUnlinked("6"))()).toBe("waiting");
  expect(await alerts()).toEqual([["profile_contradicted", "references"]]);
});

test("a merchant whose contradictions are not watched raises no alert", async () => {
  const { id } = (await listAlerts(fixture.store.db, { environment, merchantIds: null }, { status: "open", limit: 1 }))[0] ?? {};
  await resolveAlert(fixture.ctx(), { environment, id: id ?? "" });
  const rule = { environment, rule: "profile_contradicted" } as const;
  await saveAlertRule(fixture.ctx(), { ...rule, input: { exceptions: [merchant] } });
  expect(await (await receiveUnlinked("excepted"))()).toBe("waiting");
  expect(await alerts()).toEqual([]);
  await resetAlertRule(fixture.ctx(), rule);
  await receiveUnlinked("watched");
  expect(await alerts()).toEqual([["profile_contradicted", "references"]]);
});

test("a file asks once for each merchant whether its notifications can be compared", async () => {
  const { id } = await fixture.merchant(merchant);
  const rows = await listTransactionRows(fixture.store.db, { environment, merchantIds: [id], order: "newest", limit: 500 });
  const known: KnownUnlinked = new Map();
  const states = new Set<string>();
  const statements = await recordStatements(fixture.store, async () => {
    for (const row of rows) for (const { state } of await markNotified(fixture.later(), [row], known)) states.add(state);
  });
  expect(states).toEqual(new Set(["not_applicable"]));
  expect(statements.filter(({ text }) => text.includes("gateway_problem is null"))).toHaveLength(1);
});

test("with the first match the others are missing again", async () => {
  await fixture.receive(merchant, notifyEntries({ ...paid, amount: "10.00", currency: "EUR" }));
  await fixture.follow();
  expect(await listStates()).toEqual(new Set(["notified", "not_notified", "not_applicable"]));
  expect(await (await receiveUnlinked("7"))()).toBe("unknown");
});
