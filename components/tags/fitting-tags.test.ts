import { expect, test } from "vitest";
import { fittingTags } from "./fitting-tags.ts";

const tags = ["Disputed", "Late payer", "VIP", "wait late"];

test.each([
  ["", [], ["Disputed", "Late payer", "VIP", "wait late"]],
  [" LATE ", [], ["Late payer", "wait late"]],
  ["late", ["late  PAYER"], ["wait late"]],
  ["nothing", [], []],
])("for %j beside %j it offers %j", (text, present, offered) => {
  expect(fittingTags(tags, { text, present })).toEqual(offered);
});

test("it offers a few of many", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `tag ${index}`);
  expect(fittingTags(many, { text: "tag", present: [] })).toHaveLength(8);
});
