import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePage } from "./merge-page.ts";

test("any page of two lists is the same as that page of both sorted together", () => {
  const lists = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 60 }).chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      inFirst: fc.array(fc.boolean(), { minLength: ids.length, maxLength: ids.length }),
      from: fc.nat({ max: ids.length }),
      size: fc.nat({ max: 20 }),
    }),
  );
  fc.assert(
    fc.property(lists, ({ ids, inFirst, from, size }) => {
      const sorted = (wanted: boolean) => ids.filter((_, at) => inFirst[at] === wanted).sort((a, b) => a - b);
      const [first, second] = [sorted(true), sorted(false)];
      const span = { from, to: Math.min(from + size, ids.length) };
      const page = mergePage({ length: first.length, idAt: (place) => first[place] ?? -1 }, second, span);
      const found = page.map(({ list, place }) => (list === "first" ? first[place] : second[place]));
      expect(found).toEqual([...ids].sort((a, b) => a - b).slice(span.from, span.to));
    }),
  );
});
