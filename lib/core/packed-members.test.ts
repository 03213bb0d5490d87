import fc from "fast-check";
import { expect, test } from "vitest";
import { packMembers, unpackMembers } from "./packed-members.ts";

const names = fc.oneof(fc.constantFrom("id", "pan", "a", ".a", "", "__proto__", "description"), fc.string());

test("whatever a row holds comes back as it was", () => {
  const records = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(fc.oneof(records, fc.jsonValue()), (value) => {
      const stored = JSON.parse(JSON.stringify(value));
      expect(unpackMembers(JSON.parse(JSON.stringify(packMembers(stored))))).toEqual(stored);
    }),
  );
});

test("usual members lose their names, others keep them", () => {
  expect(packMembers({ payment_reference: "POSB1", note: 2 })).toEqual({ c: "POSB1", ".note": 2 });
});
