"use client";

import { ProgressBar } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { AskedMerchant, Finding } from "#lib/queries/find.ts";

const tones: Record<AskedMerchant["state"], Tone> = {
  waiting: "neutral",
  asking: "active",
  searched: "success",
  not_searched: "warning",
};

/** Progress of each merchant's gateway; at the end, the merchants that were not searched and why. */
export function FindProgress({ finding: { asked, notAsked, isDone } }: { finding: Finding }) {
  const t = useTranslations("find");
  const say = useSay();
  if (notAsked > 0) return <NotAsked count={notAsked} />;
  if (asked.length === 0) return null;
  const answered = asked.filter(({ state }) => state === "searched" || state === "not_searched").length;
  const counts = { answered, all: asked.length };
  if (isDone) return <NotSearched merchants={asked.filter(({ state }) => state === "not_searched")} />;
  return (
    <section aria-label={t("progress.title")} className="flex flex-col gap-2 rounded-lg border border-border bg-surface p-4">
      <p role="status">{t("progress.status", counts)}</p>
      <ProgressBar size="sm" aria-label={t("progress.asked", counts)} value={answered} maxValue={asked.length}>
        <ProgressBar.Track>
          <ProgressBar.Fill />
        </ProgressBar.Track>
      </ProgressBar>
      <ul className="grid gap-x-6 gap-y-1 pt-1 sm:grid-cols-2 xl:grid-cols-3">
        {asked.map(({ merchant, state, problem }) => (
          <li key={merchant} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <MerchantName slug={merchant} />
            <StatusMark tone={tones[state]}>{t(`states.${state}`)}</StatusMark>
            {problem === null ? null : <span className="w-full text-muted text-sm">{say(problem)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotAsked({ count }: { count: number }) {
  const t = useTranslations("find.notAsked");
  return (
    <Notice status="warning" title={t("title", { count })}>
      {t("text")}
    </Notice>
  );
}

function NotSearched({ merchants }: { merchants: readonly AskedMerchant[] }) {
  const t = useTranslations("find.notSearched");
  const say = useSay();
  if (merchants.length === 0) return null;
  return (
    <Notice status="warning" title={t("title")}>
      {merchants.map(({ merchant, problem }) => (
        <span key={merchant} className="block">
          {t.rich("reason", {
            reason: problem === null ? "" : say(problem),
            merchant: () => (
              <strong>
                <MerchantName slug={merchant} />
              </strong>
            ),
          })}
        </span>
      ))}
    </Notice>
  );
}
