// @module-tag long: needs two sandboxes with a ledger, notifications and payments.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "#lib/contract/transaction.ts";
import { deleteEnvironment } from "#lib/db/environments/delete-environment.ts";
import { removeOldTags } from "#lib/db/tags/record-tags.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { exportPayments } from "../export/export-payments.ts";
import { exportTransactions } from "../export/export-transactions.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReconciledFixture } from "../notifications/testing/reconciled-fixture.ts";
import { createPayment } from "../payments/create-payment.ts";
import { listPayments } from "../payments/list-payments.ts";
import { listMerchantTransactions, listTransactions } from "../transactions/list-transactions.ts";
import { totalTransactions } from "../transactions/sum-transactions.ts";
import { changeTags } from "./change-tags.ts";
import { listRecordTags, listTags } from "./list-tags.ts";

const merchant = "corner-cafe";
const place = { environment, merchant } as const;
let fixture: SandboxFixture;
let rows: Transaction[];
/** A sale and its fee share a reference. */
const references = () => [...new Set(rows.flatMap(({ reference }) => reference ?? []))];
const referenceAt = (index: number) => references()[index] ?? "";

beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 200, slugs: [merchant, "knigi-online"] });
  rows = (await listMerchantTransactions(fixture.ctx(), { ...place, input: { limit: 100 } })).items;
});
afterAll(() => fixture.drop());

type Change = { add?: string[]; remove?: string[] };
const change = (records: string[], { add = [], remove = [] }: Change, ctx = fixture.ctx()) =>
  changeTags(ctx, { environment, input: { records: records.map((reference) => ({ merchant, reference })), add, remove } });
const tagsOf = async (reference: string, ctx = fixture.ctx()) =>
  (await listRecordTags(ctx, { ...place, input: { reference } })).items;
const all = async (ctx = fixture.ctx()) => (await listTags(ctx, environment)).items;
const tagged = async (tag: string, input: object = {}) =>
  (await listTransactions(fixture.ctx(), { environment, input: { tag, limit: 500, ...input } })).items;

test("a tag is kept as first written, compared without capitals, and goes with its last use", async () => {
  const [first, second] = [referenceAt(0), referenceAt(1)];
  expect(await change([first], { add: ["  Late   payer "] })).toEqual({ records: 1 });
  expect(await change([second], { add: ["LATE payer", "vip"] })).toEqual({ records: 1 });
  expect(await tagsOf(second)).toEqual(["Late payer", "vip"]);
  expect(await all()).toEqual(["Late payer", "vip"]);
  const { rows: stored } = await fixture.store.db.execute<{ name: Buffer }>(sql`select name from tag`);
  expect(stored.some(({ name }) => name.includes("payer"))).toBe(false);
  await change([first], { remove: ["late PAYER"] });
  expect(await all()).toEqual(["Late payer", "vip"]);
  await change([second], { remove: ["late payer", "VIP"] });
  expect(await all()).toEqual([]);
  expect((await readAudit(fixture.ctx())).filter(({ act }) => act === "tags.changed").map(({ target }) => target)).toEqual(
    expect.arrayContaining([first, second]),
  );
});

test("the filter finds exactly the tagged rows, whatever the order, and totals and exports use it", async () => {
  const chosen = new Set([2, 5, 9, 14].map(referenceAt));
  await change([...chosen], { add: ["disputed"] });
  const wanted = (await tagged("", { tag: undefined }))
    .filter(({ reference }) => chosen.has(reference ?? ""))
    .map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(3);
  for (const order of ["newest", "oldest", "largest", "smallest"]) {
    const found = await tagged("Disputed", { order });
    expect(found.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
    expect(found.every(({ tags }) => tags?.join() === "disputed")).toBe(true);
  }
  expect((await totalTransactions(fixture.ctx(), { ...place, input: { tag: "disputed" } })).count).toBe(wanted.length);
  expect(await tagged("nobody has it")).toEqual([]);
  const selection = { kind: "matching", filter: { tag: "disputed" } };
  const { body } = await exportTransactions(fixture.ctx(), {
    ...place,
    input: { format: "csv", columns: ["reference", "tags"], selection },
  });
  const text = await new Response(body as ReadableStream).text();
  expect(
    text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .every((line) => line.endsWith("disputed")),
  ).toBe(true);
  await change([...chosen], { remove: ["disputed"] });
  expect(await tagged("disputed")).toEqual([]);
});

test("taking a tag off leaves the identifiers that rows are searched by", async () => {
  const reference = referenceAt(5);
  const read = async () =>
    (await fixture.store.db.execute(sql`select id, identifiers from transaction where reference = ${reference} order by id`))
      .rows;
  const before = await read();
  await change([reference], { add: ["one", "two"] });
  expect(await read()).not.toEqual(before);
  await change([reference], { remove: ["two", "one"] });
  expect(await read()).toEqual(before);
});

test("a record has at most 20 tags, and then none of a change is kept", async () => {
  const [first, second] = [referenceAt(0), referenceAt(1)];
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  await change([first], { add: many });
  await expect(change([second, first], { add: ["one more"] })).rejects.toMatchObject({ code: "invalid_input" });
  expect(await tagsOf(second)).toEqual([]);
  expect(await all()).not.toContain("one more");
  await change([first], { remove: many });
});

test.each(["", "  ", "a/b", "x".repeat(41), "a,b", "--", "4111 1111 1111 1111", "line\nbreak"])(
  "the tag %j is refused",
  async (name) => {
    await expect(change([referenceAt(0)], { add: [name] })).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test("an unknown record, or another merchant's, changes nothing; a viewer changes none", async () => {
  const known = { merchant, reference: referenceAt(0) };
  for (const record of [
    { merchant, reference: "NOBODY-HAS-IT" },
    { merchant: "knigi-online", reference: referenceAt(0) },
    { merchant: "no-merchant", reference: referenceAt(0) },
    { merchant, payment: randomUUID() },
    { merchant, notification: "no uuid" },
  ]) {
    const input = { records: [known, record], add: ["x"] };
    await expect(changeTags(fixture.ctx(), { environment, input })).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await all()).toEqual([]);
  await expect(change([referenceAt(0)], { add: ["x"] }, fixture.ctx({ role: "viewer" }))).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("on a shared screen no tag is shown, and of other merchants no tag is named", async () => {
  await change([referenceAt(0)], { add: ["inside"] });
  const presenting = fixture.ctx({ isPresenting: true });
  expect([await all(presenting), await tagsOf(referenceAt(0), presenting)]).toEqual([[], []]);
  const elsewhere = fixture.ctx({ merchants: [`${environment}/knigi-online`] });
  expect(await all(elsewhere)).toEqual([]);
  await expect(tagsOf(referenceAt(0), elsewhere)).rejects.toMatchObject({ code: "not_found" });
});

test("payments and notifications are tagged and filtered, page by page and with other filters", async () => {
  const sale = { amountMinor: 1240, currency: "EUR", terminalId: "81000001" };
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    const request = { ...place, idempotencyKey: randomUUID(), input: sale };
    ids.push((await createPayment(fixture.ctx(), request)).payment.paymentId);
  }
  const chosen = ids.slice(1, 4);
  const records = chosen.map((payment) => ({ merchant, payment }));
  await changeTags(fixture.ctx(), { environment, input: { records, add: ["Watch"] } });
  const read = (input: object) => listPayments(fixture.ctx(), { environment, input: { tag: "watch", ...input } });
  const first = await read({ limit: 2, currency: "EUR" });
  const second = await read({ limit: 2, currency: "EUR", cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ paymentId }) => paymentId)).toEqual(chosen.toReversed());
  expect(first.items.map(({ tags }) => tags)).toEqual([["Watch"], ["Watch"]]);
  expect((await read({ currency: "USD" })).items).toEqual([]);
  const { body } = await exportPayments(fixture.ctx(), { environment, merchant: null, input: { format: "csv", tag: "watch" } });
  const lines = (await new Response(body as ReadableStream).text()).trim().split(/\r?\n/);
  expect(lines).toHaveLength(1 + chosen.length);
  expect(lines.slice(1).every((line) => line.includes("Watch"))).toBe(true);

  const notified = await createReconciledFixture(["knigi-online"]);
  try {
    for (let count = 0; count < 3; count++) {
      const paid = await notified.payOnline("knigi-online", 1240);
      await notified.receive("knigi-online", notifyEntries({ ...paid, amount: "12.40", currency: "EUR" }));
    }
    await notified.follow();
    const question = { environment, merchant: "knigi-online" } as const;
    const { items } = await listNotifications(notified.ctx(), { ...question, input: {} });
    const of = items.slice(0, 2).map(({ id }) => ({ merchant: "knigi-online", notification: id }));
    await changeTags(notified.ctx(), { environment, input: { records: of, add: ["Watch"] } });
    const list = async (input: object, place_: { merchant: string | null } = question) =>
      listNotifications(notified.ctx(), { environment, ...place_, input: { tag: "WATCH", ...input } });
    const one = await list({ limit: 1 });
    const two = await list({ limit: 1, cursor: one.nextCursor }, { merchant: null });
    expect([...one.items, ...two.items].map(({ id }) => id)).toEqual(items.slice(0, 2).map(({ id }) => id));
    expect(one.items[0]?.tags).toEqual(["Watch"]);
    expect((await list({ q: items[1]?.orderId ?? "" })).items.map(({ id }) => id)).toEqual([items[1]?.id]);
    expect((await list({ q: items[2]?.orderId ?? "" })).items).toEqual([]);
  } finally {
    await notified.drop();
  }
});

test("a row that is read again, corrected or new of a tagged reference, keeps and gets its tag", async () => {
  const reference = referenceAt(12);
  await change([reference], { add: ["kept"] });
  const before = (await tagged("kept")).map(({ id }) => id);
  const { db } = fixture.store;
  // As if the gateway had corrected the row: the stored content differs from what is read next.
  await db.execute(sql`update transaction set content_mark = 'old', read_at = '2000-01-01' where reference = ${reference}`);
  await db.execute(sql`delete from ledger_read`);
  await listMerchantTransactions(fixture.ctx(), { ...place, input: { limit: 100 } });
  const { rows: left } = await db.execute(sql`select id from transaction where content_mark = 'old'`);
  expect(left).toEqual([]);
  expect((await tagged("kept")).map(({ id }) => id)).toEqual(before);
});

test("retention removes the tags of removed records, and a reset those of an environment", async () => {
  const { db } = fixture.store;
  await removeOldTags(db, { environment, subjects: ["reference", "id"], before: new Date("2100-01-01") });
  expect(await all()).toEqual(["Watch"]);
  await deleteEnvironment(db, environment);
  expect(await all()).toEqual([]);
});
