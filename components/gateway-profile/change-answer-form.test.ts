import { expect, test } from "vitest";
import { questionNames } from "#lib/core/profile-questions.ts";
import { toAnswer, toTyped } from "./change-answer-form.tsx";
import { questionGroups, questionsOf } from "./question-groups.ts";

test.each([
  ["page_size_max", " 50 ", 50],
  ["page_size_max", "50.5", "50.5"],
  ["page_size_max", "many", "many"],
  ["zone", " Europe/Sofia", "Europe/Sofia"],
  ["date_form", "days", "days"],
  ["typed_accounts", " 4001\n4002, 4003;4004\n", ["4001", "4002", "4003", "4004"]],
  ["typed_accounts", "  ", []],
] as const)("typed for %s, %j is %j", (question, typed, answer) => {
  expect(toAnswer(question, typed)).toEqual(answer);
});

test("an answer is typed as it was read", () => {
  expect([null, 50, "days", ["4001", "4002"]].map(toTyped)).toEqual(["", "50", "days", "4001\n4002"]);
  expect(toAnswer("typed_accounts", toTyped(["4001", "4002"]))).toEqual(["4001", "4002"]);
});

test("every question is in one group", () => {
  expect(questionGroups.flatMap(questionsOf).sort()).toEqual([...questionNames].sort());
});
