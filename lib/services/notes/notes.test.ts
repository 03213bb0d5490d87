import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteEnvironment } from "#lib/db/environments/delete-environment.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReconciledFixture } from "../notifications/testing/reconciled-fixture.ts";
import { createPayment } from "../payments/create-payment.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { listRecordNotes } from "./list-notes.ts";
import { createNote, editNote } from "./write-note.ts";

const place = { environment, merchant: "corner-cafe" } as const;
let fixture: SandboxFixture;
let reference: string;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 60, slugs: ["corner-cafe", "knigi-online"] });
  const { items } = await listMerchantTransactions(fixture.ctx(), { ...place, input: {} });
  reference = items.find((item) => item.reference)?.reference ?? "";
});
afterAll(() => fixture.drop());

const list = async (ctx = fixture.ctx()) => (await listRecordNotes(ctx, { ...place, input: { reference } })).items;
const write = (text: string, ctx = fixture.ctx()) => createNote(ctx, { ...place, input: { reference, text } });
const audited = async () =>
  (await readAudit(fixture.ctx()))
    .filter(({ act }) => act.startsWith("note."))
    .map(({ act, actor, target }) => ({ act, actor, target }));

test("a note shows author and time, is encrypted at rest, and its author may change it; each change is audited", async () => {
  const note = await write("Customer called, waits for the refund.");
  expect(note).toMatchObject({ author: "admin@desk.example", isMine: true, editedAt: null });
  expect(await list()).toEqual([note]);
  const { rows } = await fixture.store.db.execute<{ text: Buffer }>(sql`select text from note`);
  expect(rows[0]?.text.includes("Customer called")).toBe(false);
  const edited = await editNote(fixture.ctx(), { ...place, id: note.id, input: { text: "Refunded." } });
  expect(edited).toMatchObject({ id: note.id, text: "Refunded.", createdAt: note.createdAt, editedAt: expect.any(String) });
  expect(await audited()).toEqual([
    { act: "note.created", actor: "admin@desk.example", target: reference },
    { act: "note.edited", actor: "admin@desk.example", target: reference },
  ]);
});

// Wrong: two notes of one phone call where the answer to the first try was lost.
test("a note written again under its key takes the newer text, and stays one for its author and record", async () => {
  const under = (key: string, text: string, ctx = fixture.ctx()) =>
    createNote(ctx, { ...place, input: { reference, text, key } });
  const first = await under("call 1", "He waits.");
  const before = (await audited()).length;
  expect(await under("call 1", "He waits.")).toEqual(first);
  expect(await audited()).toHaveLength(before);
  expect(await under("call 1", "He was told.")).toMatchObject({
    id: first.id,
    text: "He was told.",
    editedAt: expect.any(String),
  });
  expect((await audited()).at(-1)).toMatchObject({ act: "note.edited", target: reference });
  const other = fixture.ctx({ id: randomUUID(), email: "other@desk.example" });
  const others = [await under("call 2", "He waits."), await under("call 1", "He waits.", other), await write("He waits.")];
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
  expect((await list()).filter(({ id }) => id === first.id)).toMatchObject([{ text: "He was told." }]);
});

test("of two writes at once under one key one note is left", async () => {
  const input = { reference, text: "At once.", key: "call 3" };
  const notes = await Promise.all([1, 2].map(() => createNote(fixture.ctx(), { ...place, input })));
  expect(new Set(notes.map(({ id }) => id)).size).toBe(1);
});

test("a card number or a credential in a note is not stored", async () => {
  const note = await write("She read out 4111 1111 1111 1111 and sec_abcdefgh1234");
  expect(note.text).toBe("She read out [card 1111] and [secret]");
});

test("another member's note can be read and not changed, whatever the role", async () => {
  const note = await write("Mine.");
  const other = fixture.ctx({ id: randomUUID(), email: "other@desk.example", role: "admin" });
  expect((await list(other)).find(({ id }) => id === note.id)).toMatchObject({ isMine: false });
  await expect(editNote(other, { ...place, id: note.id, input: { text: "Theirs." } })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a viewer reads notes and writes none", async () => {
  const viewer = fixture.ctx({ role: "viewer" });
  expect((await list(viewer)).length).toBeGreaterThan(0);
  await expect(write("x", viewer)).rejects.toMatchObject({ code: "forbidden" });
});

test("on a shared screen no note is shown", async () => {
  expect((await list(fixture.ctx({ isPresenting: true }))).map(({ text }) => text)).toEqual(expect.arrayContaining(["•••"]));
  expect((await list(fixture.ctx({ isPresenting: true }))).some(({ text }) => text !== "•••")).toBe(false);
});

test("a note on an unknown transaction, or another merchant's, cannot be written or changed", async () => {
  const note = await write("Here.");
  const elsewhere = { environment, merchant: "knigi-online" } as const;
  for (const wrong of [
    () => createNote(fixture.ctx(), { ...place, input: { reference: "NOBODY-HAS-IT", text: "x" } }),
    () => createNote(fixture.ctx(), { ...elsewhere, input: { reference, text: "x" } }),
    () => editNote(fixture.ctx(), { ...elsewhere, id: note.id, input: { text: "x" } }),
    () => editNote(fixture.ctx(), { ...place, id: "no uuid", input: { text: "x" } }),
    () => editNote(fixture.ctx(), { ...place, id: randomUUID(), input: { text: "x" } }),
  ]) {
    await expect(wrong()).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a payment and a notification have notes of their own, and another merchant's have none", {
  meta: { slow: "Needs a gateway with notifications beside that of the other tests" },
}, async () => {
  const notified = await createReconciledFixture(["knigi-online"]);
  try {
    const shop = { environment, merchant: "knigi-online" } as const;
    const paid = await notified.payOnline("knigi-online", 1240);
    await notified.receive("knigi-online", notifyEntries({ ...paid, amount: "12.40", currency: "EUR" }));
    await notified.follow();
    const { items } = await listNotifications(notified.ctx(), { ...shop, input: {} });
    const about = { notification: items[0]?.id ?? "" };
    const note = await createNote(notified.ctx(), { ...shop, input: { ...about, text: "Sent twice." } });
    expect((await listRecordNotes(notified.ctx(), { ...shop, input: about })).items).toEqual([note]);
    expect((await listRecordNotes(notified.ctx(), { ...shop, input: { payment: about.notification } })).items).toEqual([]);
    const unknown = { ...shop, input: { payment: about.notification, text: "x" } };
    await expect(createNote(notified.ctx(), unknown)).rejects.toMatchObject({ code: "not_found" });
  } finally {
    await notified.drop();
  }
  const sale = { amountMinor: 1240, currency: "EUR", terminalId: "81000001" };
  const request = { ...place, idempotencyKey: randomUUID(), input: sale };
  const { payment } = await createPayment(fixture.ctx(), request);
  const about = { payment: payment.paymentId };
  const note = await createNote(fixture.ctx(), { ...place, input: { ...about, text: "He waits." } });
  expect((await listRecordNotes(fixture.ctx(), { ...place, input: about })).items).toEqual([note]);
  const elsewhere = { environment, merchant: "knigi-online", input: { ...about, text: "x" } } as const;
  await expect(createNote(fixture.ctx(), elsewhere)).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  [{ text: "x" }],
  [{ payment: "1", notification: "1", text: "x" }],
  [{ reference: "A", id: "1", text: "x" }],
  [{ reference: "A", text: "  " }],
  [{ reference: "A", text: "x".repeat(4001) }],
])("%.60j is refused", async (input) => {
  await expect(createNote(fixture.ctx(), { ...place, input })).rejects.toMatchObject({ code: "invalid_input" });
});

test("resetting an environment removes its notes", async () => {
  await deleteEnvironment(fixture.store.db, environment);
  expect(await list()).toEqual([]);
});
