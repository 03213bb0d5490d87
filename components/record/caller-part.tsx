"use client";

import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";
import { memo, Suspense } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Copy } from "#components/ui/icons.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { toast } from "#components/ui/toast.ts";
import { Toggles } from "#components/ui/toggles.tsx";
import { useCopyText } from "#components/ui/use-copy-text.ts";
import { type Language, languages, languageTag } from "#lib/core/languages.ts";
import { promiseLimits } from "#lib/core/promise-limits.ts";
import { toCallerSentence } from "#lib/core/record-sentence.ts";
import type { RecordState } from "#lib/core/record-state.ts";
import { loadCallerWords, useCallerWords } from "./caller-texts.ts";
import { useCallerLanguage, useOwnLanguage } from "./use-caller-language.ts";

const options = languages.map(({ code }) => ({ value: code, label: code.toUpperCase() }));

type Props = { state: RecordState };

/**
 * What to say to the caller about a record, in their language, and what nobody may promise. Only another state renders it again:
 * while the words load, that would hide the sentence from the server.
 */
export const CallerPart = memo(Caller, (before, now) => JSON.stringify(before.state) === JSON.stringify(now.state));

function Caller({ state }: Props) {
  const t = useTranslations("records");
  const [language, choose] = useCallerLanguage();
  const copy = useCopy(state, language);
  return (
    <section aria-label={t("say.title")} className="mt-2 border-border border-t pt-2 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-muted text-sm">{t("say.title")}</p>
        <Toggles label={t("say.language")} options={options} value={language} onChange={choose} />
      </div>
      <div className="flex items-start justify-between gap-2">
        <Suspense fallback={<Skeleton className="my-1 h-6 w-full rounded-md" />}>
          <Said state={state} language={language} />
        </Suspense>
        <IconButton label={t("say.copy")} shortcut="say" onPress={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <Suspense>
        <Limit state={state} />
      </Suspense>
    </section>
  );
}

/** Copies the sentence, by its button or its key; both work before the sentence is shown. */
function useCopy(state: RecordState, language: Language): () => Promise<void> {
  const t = useTranslations("records");
  const common = useTranslations("common");
  const { zone } = useEnvironment();
  const copyText = useCopyText();
  async function copy() {
    const words = await loadCallerWords(language);
    if (words === null) return void toast.danger(t("say.failed"));
    const sentence = toCallerSentence(words.say, state, { locale: languageTag(language), zone });
    copyText(sentence, common("copied", { what: t("sentence") }));
  }
  useShortcut("say", () => void copy());
  return copy;
}

function Said({ state, language }: Props & { language: Language }) {
  const t = useTranslations("records");
  const { zone } = useEnvironment();
  const words = useCallerWords(language);
  const locale = languageTag(language);
  if (words === null) return <p className="py-1 text-(--tone-danger)">{t("say.failed")}</p>;
  return (
    <p lang={locale} className="max-w-prose py-1 font-medium text-base">
      {toCallerSentence(words.say, state, { locale, zone })}
    </p>
  );
}

/** For the staff member, so in their own language. */
function Limit({ state }: Props) {
  const words = useCallerWords(useOwnLanguage());
  const limit = promiseLimits[state.name];
  if (limit === null || words === null) return null;
  return (
    <p className="text-sm">
      <StatusMark tone="warning" canWrap>
        {words.say(`promise.${limit}`)}
      </StatusMark>
    </p>
  );
}
