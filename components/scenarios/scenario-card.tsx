"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { ScenarioBegun, ScenarioView } from "#lib/contract/scenario.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { beginScenario, endScenario } from "#lib/queries/scenarios.ts";

/** One fault of the gateway: its effect, how the app handles it, a switch, and where to see it. */
export function ScenarioCard({ scenario }: { scenario: ScenarioView }) {
  const t = useTranslations("scenarios");
  const client = useQueryClient();
  const { id, merchantName, isOn } = scenario;
  const title = t(`kinds.${id}.title`);
  const refresh = () => client.invalidateQueries({ queryKey: ["sandbox"] });
  const begin = useMutation({ mutationFn: () => beginScenario(id), onSuccess: refresh, meta: showsError });
  const end = useMutation({
    meta: showsError,
    mutationFn: () => endScenario(id),
    onSuccess: () => {
      begin.reset();
      return refresh();
    },
  });
  const failed = begin.error ?? end.error;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-section">{title}</h2>
        {isOn ? <StatusMark tone="warning">{t("on")}</StatusMark> : null}
      </div>
      <dl className="flex flex-col gap-2">
        <Part term={t("gateway")}>{t(`kinds.${id}.gateway`, { merchant: merchantName })}</Part>
        <Part term={t("result")}>{t(`kinds.${id}.result`)}</Part>
      </dl>
      {failed ? <ErrorNotice title={t("notDone")} error={failed} /> : null}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          aria-label={t("doItOf", { title })}
          isDisabled={isOn}
          isPending={begin.isPending}
          onPress={() => begin.mutate()}
        >
          {t("doIt")}
        </Button>
        {isOn ? (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t("putBackOf", { title })}
            isPending={end.isPending}
            onPress={() => end.mutate()}
          >
            {t("putBack")}
          </Button>
        ) : null}
        <Where scenario={scenario} begun={begin.data} title={title} />
      </div>
    </li>
  );
}

function Part({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="font-medium text-muted text-xs">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type WhereProps = { scenario: ScenarioView; begun: ScenarioBegun | undefined; title: string };

/** Link to where the app's response is visible, once there is one, and its outcome. */
function Where({ scenario: { isOn, href }, begun, title }: WhereProps) {
  const t = useTranslations("scenarios");
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3">
      {isOn || begun ? (
        <Link
          href={begun?.href ?? href}
          aria-label={t("lookOf", { title })}
          className="inline-flex min-h-8 items-center text-accent underline underline-offset-2"
        >
          {t("look")}
        </Link>
      ) : null}
      {begun?.asked != null && begun.heard !== null && begun.asked > 1 ? (
        <span className="text-muted">{t("heard", { asked: begun.asked, heard: begun.heard })}</span>
      ) : null}
      {begun?.order ? <span className="reference">{begun.order}</span> : null}
    </div>
  );
}
