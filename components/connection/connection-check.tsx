"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { ConnectionCheckView } from "#lib/contract/connection.ts";
import { checkConnection } from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Step = ConnectionCheckView["steps"][number];

const tones: Record<Step["state"], Tone> = { works: "success", failed: "danger", skipped: "neutral" };

/** Checks the connection to the gateway step by step and shows the duration of each step. */
export function ConnectionCheck({ scope }: { scope: Scope }) {
  const t = useTranslations("connection");
  const say = useSay();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => checkConnection(scope),
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const run = (
    <Button size="sm" variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate()}>
      {t("check.run")}
    </Button>
  );
  return (
    <Panel title={t("check.title")} action={run}>
      <p className="text-muted">{t("check.about")}</p>
      <ErrorNotice title={t("check.failed")} error={mutation.error} />
      {mutation.data ? (
        <ol aria-label={t("check.label")} className="flex flex-col gap-1 pt-3">
          {mutation.data.steps.map(({ step, state, ms, words, wordsDetails }) => (
            <li key={step} className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-24">
                <StatusMark tone={tones[state]}>{t(`check.states.${state}`)}</StatusMark>
              </span>
              <span className="w-52">{t(`check.steps.${step}`)}</span>
              <span className="w-16 text-right text-muted tabular-nums">
                {state === "skipped" ? "" : t("check.milliseconds", { count: ms })}
              </span>
              <span className="min-w-0 wrap-anywhere text-muted">{say({ message: words, ...wordsDetails })}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </Panel>
  );
}
