import { expect, test } from "vitest";
import { isUuid } from "#lib/core/identifiers.ts";
import { createTimeOrderedId } from "./to-delivery.ts";

test("ids sort by creation time and differ within a millisecond", () => {
  const times = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 4_102_444_800_000];
  const ids = times.map((atMs) => createTimeOrderedId(atMs));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
  expect(createTimeOrderedId(5)).not.toBe(createTimeOrderedId(5));
});
