"use client";

import { useTranslations } from "next-intl";
import { languages } from "#lib/core/languages.ts";
import { useLanguage } from "./use-language.ts";

/** Language choice without an account. Each language is shown by its own name, so that its readers recognise it. */
export function LanguageSelect() {
  const t = useTranslations("account");
  const { language, isChanging, choose } = useLanguage({ isSignedIn: false });
  return (
    <label className="inline-flex items-center gap-2 text-sm">
      <span className="text-muted">{t("language")}</span>
      <select
        className="min-h-8 rounded-md border border-border bg-surface px-2"
        value={language}
        aria-busy={isChanging}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {languages.map(({ code, tag, name }) => (
          <option key={code} value={code} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
