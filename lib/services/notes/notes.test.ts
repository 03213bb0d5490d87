import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandboxDesk, type SandboxDesk } from "../../mirror/testing/sandbox-desk.ts";
import { environment } from "../../mirror/testing/test-desk.ts";
import { forgetEnvironment } from "../../store/forget-environment.ts";
import { readAudit } from "../../store/testing/read-audit.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { listTransactionNotes } from "./list-notes.ts";
import { createNote, editNote } from "./write-note.ts";

const place = { environment, merchant: "corner-cafe" } as const;
let desk: SandboxDesk;
let reference: string;
beforeAll(async () => {
  desk = await createSandboxDesk({ transactions: 60, slugs: ["corner-cafe", "knigi-online"] });
  const { items } = await listMerchantTransactions(desk.ctx(), { ...place, input: {} });
  reference = items.find((item) => item.reference)?.reference ?? "";
});
afterAll(() => desk.drop());

const list = async (ctx = desk.ctx()) => (await listTransactionNotes(ctx, { ...place, input: { reference } })).items;
const write = (text: string, ctx = desk.ctx()) => createNote(ctx, { ...place, input: { reference, text } });
const audited = async () =>
  (await readAudit(desk.ctx()))
    .filter(({ act }) => act.startsWith("note."))
    .map(({ act, actor, target }) => ({ act, actor, target }));

test("a note says by whom and when, is sealed at rest, and its author may change it; each is audited", async () => {
  const note = await write("Customer called, waits for the refund.");
  expect(note).toMatchObject({ author: "admin@desk.example", isMine: true, editedAt: null });
  expect(await list()).toEqual([note]);
  const { rows } = await desk.store.db.execute<{ text: Buffer }>(sql`select text from note`);
  expect(rows[0]?.text.includes("Customer called")).toBe(false);
  const edited = await editNote(desk.ctx(), { ...place, id: note.id, input: { text: "Refunded." } });
  expect(edited).toMatchObject({ id: note.id, text: "Refunded.", createdAt: note.createdAt, editedAt: expect.any(String) });
  expect(await audited()).toEqual([
    { act: "note.created", actor: "admin@desk.example", target: reference },
    { act: "note.edited", actor: "admin@desk.example", target: reference },
  ]);
});

test("a card number or a credential that was written down is not kept", async () => {
  const note = await write("She read out 4111 1111 1111 1111 and sec_abcdefgh1234");
  expect(note.text).toBe("She read out [card 1111] and [secret]");
});

test("another's note can be read and not changed, whatever one's role", async () => {
  const note = await write("Mine.");
  const other = desk.ctx({ id: randomUUID(), email: "other@desk.example", role: "admin" });
  expect((await list(other)).find(({ id }) => id === note.id)).toMatchObject({ isMine: false });
  await expect(editNote(other, { ...place, id: note.id, input: { text: "Theirs." } })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a viewer reads notes and writes none", async () => {
  const viewer = desk.ctx({ role: "viewer" });
  expect((await list(viewer)).length).toBeGreaterThan(0);
  await expect(write("x", viewer)).rejects.toMatchObject({ code: "forbidden" });
});

test("on a shared screen no note is shown", async () => {
  expect((await list(desk.ctx({ isPresenting: true }))).map(({ text }) => text)).toEqual(expect.arrayContaining(["•••"]));
  expect((await list(desk.ctx({ isPresenting: true }))).some(({ text }) => text !== "•••")).toBe(false);
});

test("what is not there, or another merchant's, cannot be written about or changed", async () => {
  const note = await write("Here.");
  const elsewhere = { environment, merchant: "knigi-online" } as const;
  for (const wrong of [
    () => createNote(desk.ctx(), { ...place, input: { reference: "NOBODY-HAS-IT", text: "x" } }),
    () => createNote(desk.ctx(), { ...elsewhere, input: { reference, text: "x" } }),
    () => editNote(desk.ctx(), { ...elsewhere, id: note.id, input: { text: "x" } }),
    () => editNote(desk.ctx(), { ...place, id: "no uuid", input: { text: "x" } }),
    () => editNote(desk.ctx(), { ...place, id: randomUUID(), input: { text: "x" } }),
  ]) {
    await expect(wrong()).rejects.toMatchObject({ code: "not_found" });
  }
});

test.each([
  [{ text: "x" }],
  [{ reference: "A", id: "1", text: "x" }],
  [{ reference: "A", text: "  " }],
  [{ reference: "A", text: "x".repeat(4001) }],
])("%.60j is refused", async (input) => {
  await expect(createNote(desk.ctx(), { ...place, input })).rejects.toMatchObject({ code: "invalid_input" });
});

test("putting an environment back takes its notes with it", async () => {
  await forgetEnvironment(desk.store.db, environment);
  expect(await list()).toEqual([]);
});
