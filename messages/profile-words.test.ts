import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languageCodes } from "#lib/core/languages.ts";
import { answerProblem, profileQuestions, type QuestionName, questionNames } from "#lib/core/profile-questions.ts";

type Words = { questions: Record<string, object>; answers: Record<string, Record<string, string>> };

const choices = questionNames.flatMap((name) => {
  const question = profileQuestions[name];
  return question.kind === "choice" ? [[name, question.choices] as const] : [];
});
const wrong: unknown = {};

test.each(languageCodes)("%s has words for every question and every choice, and for nothing else", (code) => {
  const { questions, answers }: Words = read(`./${code}/profile.json`);
  expect(Object.keys(questions)).toEqual(questionNames);
  for (const name of questionNames) {
    expect(questions[name]).toEqual({ title: expect.stringMatching(/\S/), hint: expect.stringMatching(/\S.*\.$/) });
  }
  expect(Object.entries(answers).map(([name, words]) => [name, Object.keys(words)])).toEqual(choices);
  for (const [name, words] of choices) {
    expect(new Set(Object.values(answers[name] ?? {})).size, name).toBe(words.length);
  }
});

test.each(languageCodes.filter((code) => code !== "en"))("%s says why something is no answer", (code) => {
  const reasons = read(`./reasons/${code}.json`);
  const said = questionNames.map((name: QuestionName) => answerProblem(name, wrong)?.reason ?? "");
  expect(said.filter((text) => !Object.hasOwn(reasons, text))).toEqual([]);
});

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
