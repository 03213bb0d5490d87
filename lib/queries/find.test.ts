import { expect, test } from "vitest";
import type { FindStep, Hit } from "#lib/contract/find.ts";
import { type Finding, nothingFound, takeStep } from "./find.ts";

const noneLeftOut = { notSearched: [], notSearchedCount: 0 };

const hit = (merchant: string): Hit => ({
  kind: "transaction",
  merchant,
  reference: "R1",
  href: `/sandbox/${merchant}/transactions/R1`,
  payment: `/sandbox/${merchant}/transactions/R1`,
  matched: "reference",
  exact: true,
  occurredAt: null,
  money: null,
  what: "",
  whatDetails: {},
  summary: "",
});

const after = (steps: FindStep[]): Finding => steps.reduce(takeStep, nothingFound);

test("each merchant's state follows the steps, and gateway results are listed after local ones", () => {
  const steps: FindStep[] = [
    { step: "here", hits: [], toAsk: ["a", "b", "c"], ...noneLeftOut },
    { step: "asking", merchant: "b" },
    { step: "asking", merchant: "a" },
    { step: "asked", merchant: "b", hits: [hit("b")], problem: null },
  ];
  expect(after(steps)).toEqual({
    hits: [hit("b")],
    here: 0,
    asked: [
      { merchant: "a", state: "asking", problem: null },
      { merchant: "b", state: "searched", problem: null },
      { merchant: "c", state: "waiting", problem: null },
    ],
    notAsked: 0,
    note: null,
    isDone: false,
  });
  const end = after([...steps, { step: "asked", merchant: "a", hits: [], problem: "refused" }, { step: "end", note: "n" }]);
  expect(end.asked[0]).toEqual({ merchant: "a", state: "not_searched", problem: { message: "refused" } });
  expect([end.isDone, end.note]).toEqual([true, { message: "n" }]);
});

test("a repeated search starts from the beginning", () => {
  const once = after([{ step: "here", hits: [hit("a")], toAsk: ["a"], ...noneLeftOut }]);
  expect(takeStep(once, { step: "here", hits: [], toAsk: [], ...noneLeftOut })).toEqual(nothingFound);
});
