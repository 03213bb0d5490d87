import { afterEach, expect, test, vi } from "vitest";
import type { Scope } from "#lib/queries/keys.ts";
import type { NoteSubject } from "#lib/queries/notes.ts";
import type { OpenedRecord, PhoneCall } from "./call-store.ts";
import { writeNotes } from "./write-notes.ts";

const { written, keys, lost } = vi.hoisted(() => ({
  written: [] as { place: string; key: unknown; text: string }[],
  keys: [] as (string | undefined)[],
  lost: { answers: 0 },
}));
vi.mock("#lib/queries/bundle.ts", () => ({}));
vi.mock("#lib/queries/notes.ts", () => ({
  createNote: async (scope: Scope, subject: NoteSubject, { text, key }: { text: string; key?: string }) => {
    written.push({ place: `${scope.environment} ${scope.merchant}`, key: Object.values(subject)[0], text });
    keys.push(key);
    if (lost.answers-- > 0) throw new Error("No answer");
  },
}));
vi.mock("./call-store.ts", async (original) => ({ ...(await original<object>()), markNoted: () => {} }));

afterEach(() => {
  written.length = 0;
  keys.length = 0;
  lost.answers = 0;
});

const startedAt = "2026-03-04T11:20:00.000Z";
const opened = (merchant: string, name: string, change: Partial<OpenedRecord> = {}): OpenedRecord => ({
  ...{ environment: "demo", merchant, kind: "reference", key: name, name, href: "/", isNoted: false },
  ...{ callStartedAt: startedAt, openedAt: startedAt, ...change },
});
const called = (...records: OpenedRecord[]): PhoneCall => ({ staffId: "s", startedAt, text: null, records });
const write = (call: PhoneCall) => writeNotes(call, "They wait.", (names) => `Opened: ${names}.`);

test("a note names the records of its own merchant and environment, and of no other", async () => {
  const production = opened("corner-cafe", "P-1", { environment: "production" });
  await write(called(opened("corner-cafe", "A-1"), opened("book-shop", "B-1"), opened("corner-cafe", "A-2"), production));
  expect(written).toEqual([
    { place: "demo corner-cafe", key: "A-1", text: "They wait.\nOpened: A-1, A-2." },
    { place: "demo book-shop", key: "B-1", text: "They wait." },
    { place: "demo corner-cafe", key: "A-2", text: "They wait.\nOpened: A-1, A-2." },
    { place: "production corner-cafe", key: "P-1", text: "They wait." },
  ]);
});

test("a note written after a failure names also what has its note already", async () => {
  await write(called(opened("corner-cafe", "A-1", { isNoted: true }), opened("corner-cafe", "A-2")));
  expect(written.map(({ text }) => text)).toEqual(["They wait.\nOpened: A-1, A-2."]);
});

test("a note whose answer was lost is tried again under the same key, so that it is written once", async () => {
  lost.answers = 1;
  await expect(write(called(opened("corner-cafe", "A-1")))).rejects.toThrow("No answer");
  await write(called(opened("corner-cafe", "A-1")));
  expect(keys).toEqual([startedAt, startedAt]);
});

test("names are left out where they would make the note too long", async () => {
  const many = Array.from({ length: 60 }, (_, index) => opened("corner-cafe", `ORDER-NUMBER-${String(index).padStart(12, "0")}`));
  await write(called(...many));
  const [first] = written;
  expect(first?.text).toMatch(/, ….$/);
  expect(first?.text.length).toBeLessThan(1000);
});

test("a long name is cut between its characters, and keeps the other names", async () => {
  const long = `${"😀".repeat(79)}é${"x".repeat(3_000)}`;
  await write(called(opened("corner-cafe", long), opened("corner-cafe", "A, 2"), opened("corner-cafe", long)));
  const short = `${"😀".repeat(79)}é…`;
  expect(written.map(({ text }) => text)).toEqual(Array(3).fill(`They wait.\nOpened: ${short}, A, 2, ${short}.`));
});

test("names of any length fit beside the longest text", async () => {
  await write(called(...Array.from({ length: 40 }, (_, index) => opened("corner-cafe", `${"😀".repeat(900)}${index}`))));
  expect(written.every(({ text }) => text.endsWith("…, ….") && text.length < 1000)).toBe(true);
});
