import { expect, test } from "vitest";
import { createRedactor, redactLogText, redactText } from "./redact.ts";

test.each([
  ["token=eyJhbGciOiJIUzI1.eyJzdWIiOiIxIn0.sig-1 end", "token=[secret] end"],
  ["two eyJhbGciOiJIUzI1.a.b and x-eyJhbGciOiJIUzI1.c.", "two [secret] and x-[secret]"],
  ["v1.eyJhbGciOiJIUzI1.a.b.c", "v1.[secret].c"],
  ["too short eyJabc.a.b, no dots eyJhbGciOiJIUzI1, xeyJhbGciOiJIUzI1.a.b", null],
  ["card 4111 1111 1111 1111, order 4111 1111 1111 1112", "card [card 1111], order 4111 1111 1111 1112"],
])("hides tokens and card numbers in %j", (text, left) => {
  expect(redactText(text)).toBe(left ?? text);
});

test("logs contain no e-mail addresses and no phone numbers", () => {
  expect(redactLogText("ana@example.bg, +359 888 123 456, 00359888123456")).toBe("[email], [phone], [phone]");
});

test("a SID that begins with zeros is no phone number", () => {
  expect(redactLogText("SID 000000000000010")).toBe("SID 000000000000010");
});

test("a long text is cut in a log line, and a secret at the cut is hidden completely", () => {
  const { redact, remember } = createRedactor();
  remember("hunter-22-hunter-22");
  const line = String(redact({ text: `${"a ".repeat(3_995)}hunter-22-hunter-22 ${"b ".repeat(30_000)}` }.text));
  expect(line).toMatch(/a \[secret\] .*… \(68010 characters\)$/);
  expect(line.length).toBeLessThan(8_100);
});
