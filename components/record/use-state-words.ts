"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { type StateTexts, toStateSentence } from "#lib/core/record-sentence.ts";
import type { RecordState } from "#lib/core/record-state.ts";

/** The status word and the sentence of a record's state, in the user's language and the shown zone. */
export function useStateWords(state: RecordState): { status: string; sentence: string } {
  const t = useTranslations("states");
  const locale = useLocale();
  const { zone } = useEnvironment();
  return { status: t(`status.${state.name}`), sentence: toStateSentence(t as StateTexts, state, { locale, zone }) };
}
