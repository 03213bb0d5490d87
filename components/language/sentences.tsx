"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import { translateSentence } from "#lib/core/translate-sentence.ts";

type Sentences = Readonly<Record<string, string>>;

const SentencesContext = createContext<Sentences>({});

export function SentencesProvider({ value, children }: { value: Sentences; children: ReactNode }) {
  return <SentencesContext value={value}>{children}</SentencesContext>;
}

/** Translates a sentence from the server (an error's message, a field's fix, a label of the wire format). */
export function useSentence(): (text: string) => string {
  const sentences = useContext(SentencesContext);
  const locale = useLocale();
  return useCallback((text: string) => translateSentence(sentences, text, locale), [sentences, locale]);
}
