import { beforeEach, expect, test, vi } from "vitest";
import {
  addRecord,
  beginCall,
  type CallRecord,
  changeText,
  isEnded,
  isOver,
  markNoted,
  openRecords,
  parseCall,
  readStoredCall,
  removeCall,
  removeRecord,
} from "./call-store.ts";

const record: CallRecord = {
  ...{ environment: "sandbox", merchant: "corner-cafe", kind: "reference", key: "R1", name: "ORD-1" },
  href: "/sandbox/corner-cafe/transactions/R1",
};
const payment: CallRecord = { ...record, kind: "payment" };
const startedAt = "2026-03-04T11:20:00.000Z";
const at = (minute: number) => `2026-03-04T11:${minute}:00.000Z`;

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map([["theme", "dark"]]);
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("localStorage", {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

function call() {
  const parsed = parseCall(readStoredCall());
  if (!parsed) throw new Error("There is no call.");
  return parsed;
}

const kinds = () => call().records.map(({ kind }) => kind);

test("a call gathers each record once, in the order in which they were opened, and lets go of one", () => {
  beginCall("staff-1", startedAt);
  addRecord(record, at(21));
  addRecord(payment, at(22));
  addRecord(record, at(23));
  expect(kinds()).toEqual(["reference", "payment"]);
  removeRecord(record);
  expect(kinds()).toEqual(["payment"]);
  addRecord(record, at(24));
  expect(kinds()).toEqual(["payment", "reference"]);
});

test("what tabs store at once lies under different keys", () => {
  beginCall("staff-1", startedAt);
  const before = new Map(stored);
  const written = [() => addRecord(record, at(21)), () => addRecord(payment, at(21)), () => changeText("He waits.")].map(
    (act) => {
      stored = new Map(before);
      act();
      return [...stored].flatMap(([key, value]) => (before.get(key) === value ? [] : [key]));
    },
  );
  expect(written.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(new Set(written.flat()).size).toBe(3);
});

test("without a call nothing is gathered", () => {
  addRecord(record, at(21));
  changeText("He waits.");
  expect([...stored.keys()]).toEqual(["theme"]);
});

test("a call has ended when each of its records has its note, and gathers nothing more", () => {
  beginCall("staff-1", startedAt);
  expect(isEnded(call())).toBe(false);
  addRecord(record, at(21));
  addRecord(payment, at(22));
  for (const open of openRecords(call()).slice(0, 1)) markNoted(open);
  expect([openRecords(call()).map(({ kind }) => kind), isEnded(call())]).toEqual([["payment"], false]);
  for (const open of openRecords(call())) markNoted(open);
  expect(isEnded(call())).toBe(true);
  addRecord({ ...record, key: "R2" }, at(23));
  expect(kinds()).toEqual(["reference", "payment"]);
});

test("a call that is removed leaves nothing, and what another tab stored after that belongs to no later call", () => {
  beginCall("staff-1", startedAt);
  addRecord(record, at(21));
  const late = new Map(stored);
  removeCall();
  expect([...stored.keys()]).toEqual(["theme"]);
  beginCall("staff-1", at(30));
  for (const [key, value] of late) if (!stored.has(key)) stored.set(key, value);
  expect(call()).toEqual({ staffId: "staff-1", startedAt: at(30), text: null, records: [] });
  addRecord(record, at(31));
  expect(kinds()).toEqual(["reference"]);
});

test("a note that is written after its call was discarded leaves nothing, and changes no later call", () => {
  beginCall("staff-1", startedAt);
  addRecord(record, at(21));
  const [written] = call().records;
  if (!written) throw new Error("Nothing was gathered.");
  removeCall();
  markNoted(written);
  expect([...stored.keys()]).toEqual(["theme"]);
  beginCall("staff-1", at(30));
  addRecord(record, at(31));
  markNoted(written);
  expect(openRecords(call())).toHaveLength(1);
});

test("a full storage gathers nothing, and breaks no page", () => {
  beginCall("staff-1", startedAt);
  vi.stubGlobal("localStorage", {
    ...localStorage,
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  });
  addRecord(record, at(21));
  expect(kinds()).toEqual([]);
});

test("a call that nobody ended is over after twelve hours", () => {
  beginCall("staff-1", startedAt);
  expect(isOver(call(), Date.parse("2026-03-04T23:20:00.000Z"))).toBe(false);
  expect(isOver(call(), Date.parse("2026-03-04T23:20:00.001Z"))).toBe(true);
});

test("the edited note is kept", () => {
  beginCall("staff-1", startedAt);
  addRecord(record, at(21));
  changeText("He waits.");
  expect([call().text, kinds()]).toEqual(["He waits.", ["reference"]]);
});

const begun = { staffId: "staff-1", startedAt, text: null };
const opened = { ...record, callStartedAt: startedAt, openedAt: at(21), isNoted: false };

test("a call is read with what was opened", () => {
  expect(parseCall(JSON.stringify([begun, opened]))).toEqual({ ...begun, records: [opened] });
});

test.each([
  ...[null, "", "null", "[]", "[null]", "{}", "not JSON"],
  JSON.stringify([begun, { ...opened, kind: "merchant" }]),
  JSON.stringify([{ ...begun, staffId: 1 }]),
  JSON.stringify([begun, { ...opened, href: undefined }]),
  JSON.stringify([begun, { ...opened, isNoted: "yes" }]),
])("%j is no call", (text) => {
  expect(parseCall(text)).toBeNull();
});
