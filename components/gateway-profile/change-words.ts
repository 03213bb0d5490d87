"use client";

import { useTranslations } from "next-intl";
import { type Answer, isQuestionName } from "#lib/core/profile-questions.ts";
import { useAnswerWords } from "./answer-words.ts";

/** The audit details of a changed answer (`question`, `from`, `to`) as text; undefined for other details. */
export function useProfileChangeWords(): (detail: Record<string, unknown>) => string | undefined {
  const t = useTranslations("profile");
  const toWords = useAnswerWords();
  return ({ question: name, from, to }) => {
    if (typeof name !== "string" || !isQuestionName(name) || !isAnswer(from) || !isAnswer(to)) return undefined;
    const before = { question: t(`questions.${name}.title`), from: toWords(name, from) };
    return to === null ? t("audit.takenBack", before) : t("audit.changed", { ...before, to: toWords(name, to) });
  };
}

function isAnswer(value: unknown): value is Answer | null {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return value === null || typeof value === "string" || typeof value === "number";
}
