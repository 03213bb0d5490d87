import { expect, test } from "vitest";
import { countOf, withCount } from "./counted-title.ts";

test("a title shows one number, and is as before without it", () => {
  const counted = withCount("Overview", 3);
  expect(counted).toBe("(3) Overview");
  expect(withCount(counted, 12)).toBe("(12) Overview");
  expect(withCount(counted, 0)).toBe("Overview");
  for (const title of ["(a) shop", "() shop", "shop (3) sold", "(3)"]) expect([title, countOf(title)]).toEqual([title, ""]);
});
