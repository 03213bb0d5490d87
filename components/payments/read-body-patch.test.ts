import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import payments from "../../messages/en/payments.json" with { type: "json" };
import { patchExample, readBodyPatch } from "./read-body-patch.ts";

const t = createTranslator({ locale: "en-GB", messages: { payments }, namespace: "payments" });
const read = (text: string) => readBodyPatch(text, { t, say: ({ message }) => message });

test("the example of the page, and nothing at all, are changes that may be saved", () => {
  expect(read(patchExample)).toEqual({ patch: { tid: "{terminal_id}", terminal_id: null } });
  expect(read("{}")).toEqual({ patch: {} });
});

test.each([
  ["", /^This is not valid JSON\./],
  ["{", /^This is not valid JSON\./],
  ["[]", /^Enter one JSON object/],
  ["null", /^Enter one JSON object/],
  ['{"amount":{"value":5}}', /^amount\.value: The request must keep this field\./],
  ['{"tid":"{tid}"}', /^tid: Write one of these fields in braces:/],
])("%s is named as it is typed", (text, problem) => {
  expect(read(text).problems).toEqual([expect.stringMatching(problem)]);
});
