import { expect, test } from "vitest";
import { createSigner, type Entry, encodeEntries, notifyEntries, signEntries } from "../testing/sign.ts";
import { explainDifference } from "./explain.ts";
import { parseForm } from "./form.ts";
import { verifyNotification } from "./verify.ts";

const signer = createSigner();

function explain(entries: readonly Entry[], signedAs: readonly Entry[] = entries, by = signer, keys = [signer.key]) {
  const rules = { keys, sid: "000000000000010", strictLayout: true, entryPoint: "notify" as const };
  const body = encodeEntries([...entries, ["Signature", signEntries(signedAs, by.privateKey)]]);
  return explainDifference(verifyNotification(parseForm(Buffer.from(body)) ?? [], rules), rules)?.message ?? null;
}

const entries = notifyEntries();
const change = (name: string, value: string) => entries.map<Entry>((entry) => (entry[0] === name ? [name, value] : entry));

test("a valid message has no explanation", () => expect(explain(entries)).toBeNull());

test("a changed value is distinguished from a foreign key", () => {
  expect(explain(change("Amount", "900.00"), entries)).toMatch(/content was changed/);
  expect(explain(entries, entries, createSigner())).toMatch(/unknown key/);
});

test("an added field, a moved field and added space are reported", () => {
  expect(explain([...entries, ["Status", "1"]], entries)).toContain('"Status" was added');
  const moved = [...entries.slice(0, 6), ...entries.slice(7, 8), ...entries.slice(6, 7), ...entries.slice(8)];
  expect(explain(moved, entries)).toContain('"RequestSTAN" and the field before it were swapped');
  expect(explain(change("PAN", "0007 "), entries)).toMatch(/Space was added/);
});

test("a name out of order is reported with the expected one", () => {
  const renamed = entries.map<Entry>(([name, value]) => [name === "Amount" ? "X" : name, value]);
  expect(explain(renamed, entries)).toContain('Field 3 must be Amount; received "X"');
});

test.each([
  ["Amount", "200,00", "Amount must be digits, with a point before its decimals."],
  ["Amount", "200.001", "Amount must have at most 2 decimals in EUR."],
  ["Currency", "EURO", "Currency must be three letters."],
  ["OrderID", "", "OrderID must not be empty."],
  ["RequestSTAN", "A-1", "RequestSTAN must be one to six digits."],
  ["RequestDateTime", "today", "RequestDateTime must be a date and a time, as in 2026-03-04 11:20:05."],
])("%s written as %j is reported with its rule", (name, value, rule) => {
  expect(explain(change(name, value))).toBe(rule);
});

test("a long name is shortened", () => {
  const renamed = entries.map<Entry>(([name, value]) => [name === "Amount" ? "X".repeat(5_000) : name, value]);
  expect(explain(renamed)?.length).toBeLessThan(200);
});

test("no explanation repeats a value", () => {
  const extra: Entry[] = [...entries, ["CustomerEmail", "maria@example.org"]];
  expect(explain(extra, entries)).not.toContain("maria");
});

test("without a key the explanation is that it could not be checked", () => {
  expect(explain(entries, entries, signer, [])).toMatch(/No certificate is installed/);
});
