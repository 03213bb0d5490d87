"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type Answer, profileQuestions, type QuestionName, questionNames } from "#lib/core/profile-questions.ts";

type Questions = typeof profileQuestions;
type ChoiceOf<Name extends QuestionName> = Questions[Name] extends { choices: readonly (infer Word extends string)[] }
  ? `answers.${Name}.${Word}`
  : never;
/** Catalogue key of an answer that is one of several options. */
type ChoiceKey = { [Name in QuestionName]: ChoiceOf<Name> }[QuestionName];

const choiceKeys: ReadonlySet<string> = new Set(
  questionNames.flatMap((name) => {
    const question = profileQuestions[name];
    return question.kind === "choice" ? question.choices.map((word) => `answers.${name}.${word}`) : [];
  }),
);

function isChoiceKey(key: string): key is ChoiceKey {
  return choiceKeys.has(key);
}

/** An answer as text; null while it is unknown. */
export function useAnswerWords(): (question: QuestionName, answer: Answer | null) => string {
  const t = useTranslations("profile");
  const { number } = useFormatter();
  return (question, answer) => {
    if (answer === null) return question === "typed_accounts" ? t("noAccounts") : t("unknown");
    if (typeof answer === "number") return number(answer);
    if (typeof answer !== "string") return answer.join(", ");
    const key = `answers.${question}.${answer}`;
    return isChoiceKey(key) ? t(key) : answer;
  };
}
