"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTransition } from "react";
import { isLanguage, languages } from "#lib/core/languages.ts";
import { chooseLanguage } from "./choose-language.ts";

type Props = { isSignedIn: boolean; className?: string };

/** Each language under its own name, so that somebody who reads only that one finds it. */
export function LanguageSelect({ isSignedIn, className = "" }: Props) {
  const t = useTranslations("account");
  const locale = useLocale();
  const router = useRouter();
  const [isChanging, change] = useTransition();

  function choose(code: string) {
    if (!isLanguage(code)) return;
    change(async () => {
      await chooseLanguage(code, { isSignedIn });
      router.refresh();
    });
  }

  return (
    <label className={`inline-flex items-center gap-2 text-sm ${className}`}>
      <span className="text-muted">{t("language")}</span>
      <select
        className="min-h-8 rounded-md border border-border bg-surface px-2"
        value={languages.find(({ tag }) => tag === locale)?.code}
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
