"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Fact } from "#components/connection/fact.tsx";
import { useSay } from "#components/language/say.ts";
import { useDayText } from "#components/language/use-day-text.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { givenName } from "#lib/core/given-name.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import type { RetentionItem } from "./retention-form.tsx";
import { RetentionForm } from "./retention-form.tsx";
import { RetentionRuns } from "./retention-runs.tsx";

/** One kind of data: how much is stored, for how long, and the latest deletions. */
export function RetentionPanel({ environment, item }: { environment: string; item: RetentionItem }) {
  const t = useTranslations("retention");
  const say = useSay();
  const toDay = useDayText();
  const { data: me } = useQuery(whoAmIQuery());
  const { kind, days, keptFrom, rows, firstDay, changedAt, changedBy, lastRunAt, runs } = item;
  return (
    <Panel title={t(`kinds.${kind}.title`)}>
      <p className="max-w-prose pb-3 text-muted">{t(`kinds.${kind}.hint`)}</p>
      <dl className="flex flex-col gap-1 pb-3">
        <Fact name={t("facts.kept")} value={days === null ? t("forGood") : t("days", { days })} />
        <Fact name={t("facts.heldNow")} value={firstDay === null ? t("nothing") : t("held", { rows, day: toDay(firstDay) })} />
        {keptFrom === null || days === null ? null : <Fact name={t("facts.removedBefore")} value={toDay(keptFrom)} />}
        {changedAt === null ? null : (
          <Fact
            name={t("facts.set")}
            value={t.rich("facts.setBy", {
              time: () => <Timestamp at={changedAt} precision="row" />,
              name: say(givenName(changedBy ?? "")),
            })}
          />
        )}
        {lastRunAt === null ? null : <Fact name={t("facts.lastLooked")} value={<Timestamp at={lastRunAt} precision="row" />} />}
      </dl>
      {kind === "audit" && me && !me.environments.includes("production") ? (
        <p className="max-w-prose">{t("kinds.audit.closed")}</p>
      ) : (
        <RetentionForm environment={environment} item={item} />
      )}
      <RetentionRuns kind={kind} runs={runs} />
    </Panel>
  );
}
