import { expect, test } from "vitest";
import { readRefusal } from "./error-response.ts";

test("no text of a refusal ends with half of a character: the result of a payment could not be stored with it", () => {
  const long = `${"x".repeat(399)}😀 and more`;
  const refusal = readRefusal(400, JSON.stringify({ title: long, detail: long, errors: { [long]: [long] } }));
  const shown = `${"x".repeat(399)}\ufffd`;
  expect(refusal).toEqual({ status: 400, title: shown, detail: shown, fields: [{ field: shown, messages: [shown] }] });
});
