import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageSelect } from "#components/language/language-select.tsx";

/** Layout of pages without a session: the product name, one card and a line below it. */
export function AuthCard({ children, note }: { children: ReactNode; note?: ReactNode }) {
  const t = useTranslations("auth");
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <div className="flex items-center gap-3 pb-6">
          {/* biome-ignore lint/performance/noImgElement: a local vector needs no image server. */}
          <img src="/icon.svg" alt="" width={36} height={36} />
          <div>
            <h1 className="text-page tracking-tight">Counterfoil</h1>
            <p className="text-muted">{t("tagline")}</p>
          </div>
        </div>
        <div className="rounded-xl border border-border bg-surface p-5 shadow-xs">{children}</div>
        <div className="flex justify-end pt-3">
          <LanguageSelect />
        </div>
        {note ? <p className="px-1 pt-4 text-muted text-xs">{note}</p> : null}
      </div>
    </main>
  );
}
