import { ProgressBar } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { SyncSummary } from "#lib/contract/sync-summary.ts";

const minuteMs = 60_000;

/** How many merchants were read once, and about how long the others take. */
export function SyncProgress({ sync: { merchants, neverRead, readyAt, attention } }: { sync: SyncSummary }) {
  const t = useTranslations("connection.steps");
  const done = merchants - neverRead;
  const minutes = readyAt === null ? 0 : Math.max(1, Math.ceil((Date.parse(readyAt) - Date.now()) / minuteMs));
  const text = t(neverRead > 0 && minutes > 0 ? "progressWithTime" : "progress", { done, count: merchants, minutes });
  return (
    <div className="flex w-full max-w-xl flex-col gap-2" role="status">
      {neverRead > 0 ? (
        <ProgressBar aria-label={text} value={done} maxValue={merchants}>
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      <span>{text}</span>
      {attention > 0 ? <span className="text-(--tone-warning)">{t("attention", { count: attention })}</span> : null}
    </div>
  );
}
