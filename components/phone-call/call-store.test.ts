import { expect, test } from "vitest";
import {
  beginCall,
  type CallRecord,
  isLost,
  isOver,
  openRecords,
  parseCall,
  recordId,
  withoutRecord,
  withRecord,
  withWritten,
} from "./call-store.ts";

const record: CallRecord = {
  ...{ environment: "sandbox", merchant: "corner-cafe", kind: "reference", key: "R1", name: "ORD-1" },
  href: "/sandbox/corner-cafe/transactions/R1",
};
const begun = beginCall("staff-1", "2026-03-04T11:20:00.000Z");

test("a call gathers each record once, and lets go of one", () => {
  const other = { ...record, kind: "payment", key: "R1" } as const;
  const call = [record, record, other].reduce(withRecord, begun);
  expect(call.records).toEqual([record, other]);
  expect(withoutRecord(call, recordId(record)).records).toEqual([other]);
});

test("a record that another tab wrote over is lost; one that was removed is not, and is added when it is opened again", () => {
  const id = recordId(record);
  expect(isLost(begun, id)).toBe(true);
  const gathered = withRecord(begun, record);
  expect(isLost(gathered, id)).toBe(false);
  const without = withoutRecord(gathered, id);
  expect(isLost(without, id)).toBe(false);
  expect(withRecord(without, record)).toEqual(gathered);
  expect(isLost({ ...begun, endedAt: "2026-03-04T11:30:00.000Z" }, id)).toBe(false);
});

test("a call that has ended gathers nothing more", () => {
  const ended = { ...begun, endedAt: "2026-03-04T11:30:00.000Z" };
  expect(withRecord(ended, record)).toBe(ended);
});

test("a call ends with its last note, and knows before which records have theirs", () => {
  const other = { ...record, key: "R2" };
  const half = withWritten([record, other].reduce(withRecord, begun), record, "2026-03-04T11:29:00.000Z");
  expect([openRecords(half), half.endedAt]).toEqual([[other], null]);
  expect(withWritten(half, other, "2026-03-04T11:30:00.000Z").endedAt).toBe("2026-03-04T11:30:00.000Z");
});

test("a call that nobody ended is over after twelve hours", () => {
  expect(isOver(begun, Date.parse("2026-03-04T23:20:00.000Z"))).toBe(false);
  expect(isOver(begun, Date.parse("2026-03-04T23:20:00.001Z"))).toBe(true);
});

test("a stored call is read again as it was", () => {
  const call = { ...withRecord(begun, record), text: "He waits." };
  expect(parseCall(JSON.stringify(call))).toEqual(call);
});

test("a call that an earlier version began goes on", () => {
  const { removed, ...earlier } = withRecord(begun, record);
  expect(parseCall(JSON.stringify(earlier))).toEqual({ ...earlier, removed });
});

test.each([
  ...[null, "", "null", "[]", "{}", "not JSON"],
  JSON.stringify({ ...begun, records: [{ ...record, kind: "merchant" }] }),
  JSON.stringify({ ...begun, staffId: 1 }),
  JSON.stringify({ ...begun, records: [{ ...record, href: undefined }] }),
])("%j is no call", (text) => {
  expect(parseCall(text)).toBeNull();
});
