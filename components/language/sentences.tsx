"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import { translateSentence } from "#lib/core/translate-sentence.ts";
import { type Say, useSay } from "./say.ts";

type Sentences = Readonly<Record<string, string>>;

const SentencesContext = createContext<Sentences>({});

export function SentencesProvider({ value, children }: { value: Sentences; children: ReactNode }) {
  return <SentencesContext value={value}>{children}</SentencesContext>;
}

/** Translates a sentence from the server (an error's message, a field's fix, a label of the wire format). */
export function useSentence(): (text: string | Parameters<Say>[0]) => string {
  const sentences = useContext(SentencesContext);
  const locale = useLocale();
  const say = useSay();
  return useCallback(
    (text) => (typeof text === "string" ? translateSentence(sentences, text, locale) : say(text)),
    [sentences, locale, say],
  );
}
