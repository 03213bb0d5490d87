"use client";

import { useTranslations } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { type ProfileQuestion, profileQuestions, type QuestionName } from "#lib/core/profile-questions.ts";
import { useAnswerWords } from "./answer-words.ts";

type Props = {
  question: QuestionName;
  typed: string;
  onChange: (typed: string) => void;
  problem: string | undefined;
};

/** Input for an answer: a select or a text field, depending on the question. */
export function AnswerField({ question, typed, onChange, problem }: Props) {
  const t = useTranslations("profile.change");
  const toWords = useAnswerWords();
  const described: ProfileQuestion = profileQuestions[question];
  const shared = { value: typed, onChange, problem };
  switch (described.kind) {
    case "choice":
      return (
        <Choice
          label={t("answer")}
          className="w-full"
          options={described.choices.map((value) => ({ value, label: toWords(question, value) }))}
          value={typed === "" ? null : typed}
          problem={problem}
          onChange={(chosen) => onChange(chosen ?? "")}
        />
      );
    case "count": {
      const { min, max } = described;
      return (
        <TextInput {...shared} label={t("answer")} hint={t("hints.count", { min, max })} inputMode="decimal" maxLength={9} />
      );
    }
    case "accounts":
      return <TextInput {...shared} label={t("accounts")} hint={t("hints.accounts")} isMultiline maxLength={3_000} />;
    default:
      return <TextInput {...shared} label={t("answer")} hint={t(`hints.${described.kind}`)} maxLength={60} />;
  }
}
