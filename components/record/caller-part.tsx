"use client";

import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Copy } from "#components/ui/icons.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { toast } from "#components/ui/toast.ts";
import { Toggles } from "#components/ui/toggles.tsx";
import { type Language, languages, languageTag } from "#lib/core/languages.ts";
import { promiseLimits } from "#lib/core/promise-limits.ts";
import { toCallerSentence } from "#lib/core/record-sentence.ts";
import type { RecordState } from "#lib/core/record-state.ts";
import { useCallerWords } from "./caller-texts.ts";
import { useCallerLanguage, useOwnLanguage } from "./use-caller-language.ts";

const options = languages.map(({ code }) => ({ value: code, label: code.toUpperCase() }));

/** What to say to whoever calls about a record, in their language, and what nobody may promise. */
export function CallerPart({ state }: { state: RecordState }) {
  const t = useTranslations("records");
  const [language, choose] = useCallerLanguage();
  return (
    <div className="mt-2 border-border border-t pt-2 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-muted text-sm">{t("say.title")}</h2>
        <Toggles label={t("say.language")} options={options} value={language} onChange={choose} />
      </div>
      <Suspense fallback={<Skeleton className="my-1 h-7 rounded-md" />}>
        <Said state={state} language={language} />
        <Limit state={state} />
      </Suspense>
    </div>
  );
}

function Said({ state, language }: { state: RecordState; language: Language }) {
  const t = useTranslations("records");
  const common = useTranslations("common");
  const { zone } = useEnvironment();
  const words = useCallerWords(language);
  const locale = languageTag(language);
  const sentence = words && toCallerSentence(words.say, state, { locale, zone });
  async function copy() {
    if (sentence === null) return;
    try {
      await navigator.clipboard.writeText(sentence);
      toast.success(common("copied", { what: t("sentence") }));
    } catch {
      toast.danger(common("copyRefused"));
    }
  }
  useShortcut("say", () => void copy());
  if (sentence === null) return <p className="py-1 text-(--tone-danger)">{t("say.failed")}</p>;
  return (
    <div className="flex items-start justify-between gap-2">
      <p lang={locale} className="max-w-prose py-1 font-medium text-base">
        {sentence}
      </p>
      <IconButton label={t("say.copy")} shortcut="say" onPress={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}

/** For the staff member, so in their own language. */
function Limit({ state }: { state: RecordState }) {
  const words = useCallerWords(useOwnLanguage());
  const limit = promiseLimits[state.name];
  if (limit === null || words === null) return null;
  return (
    <p className="text-sm">
      <StatusMark tone="warning">{words.say(`promise.${limit}`)}</StatusMark>
    </p>
  );
}
