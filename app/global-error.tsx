"use client";

import { createTranslator } from "next-intl";
import { useEffect, useState } from "react";
import { NoticePage } from "#components/layout/notice-page.tsx";
import { isLanguage, type Language, languageCookie, languageTag } from "#lib/core/languages.ts";
import bg from "../messages/bg/errors.json";
import de from "../messages/de/errors.json";
import en from "../messages/en/errors.json";
import es from "../messages/es/errors.json";
import fr from "../messages/fr/errors.json";
import it from "../messages/it/errors.json";
import "./globals.css";

type Props = { error: Error & { digest?: string } };

const catalogues: Record<Language, typeof en> = { en, de, fr, it, es, bg };

/** Replaces the whole document when the root layout fails. It has its own few texts because no catalogue is loaded. */
export default function GlobalError({ error }: Props) {
  const [language, setLanguage] = useState<Language>("en");
  useEffect(() => setLanguage(readChosenLanguage()), []);
  const locale = languageTag(language);
  const t = createTranslator({ locale, messages: catalogues[language], namespace: "document" });
  return (
    <html lang={locale}>
      <body className="antialiased">
        <title>{[t("title"), "Counterfoil"].join(" – ")}</title>
        <main>
          <NoticePage
            title={t("title")}
            action={
              <button type="button" className="text-accent underline underline-offset-2" onClick={() => location.reload()}>
                {t("reload")}
              </button>
            }
          >
            {error.digest ? t("textReference", { digest: error.digest }) : t("text")}
          </NoticePage>
        </main>
      </body>
    </html>
  );
}

/** No request context is available here, so this reads what the browser has stored. */
function readChosenLanguage(): Language {
  const start = `${languageCookie}=`;
  const chosen = document.cookie
    .split("; ")
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
  if (isLanguage(chosen)) return chosen;
  const [preferred] = navigator.language.split("-");
  return isLanguage(preferred) ? preferred : "en";
}
