"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useBeginTour } from "#components/tour/use-begin-tour.ts";
import { Check } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { StartStep } from "#lib/contract/get-started.ts";
import { getStartedQuery, hideGetStarted, whoAmIQuery } from "#lib/queries/session.ts";

/** What an administrator who is new here may try first; gone once all of it is done, or hidden. */
export function GetStarted() {
  const t = useTranslations("started");
  const router = useRouter();
  const client = useQueryClient();
  const beginTour = useBeginTour();
  const [isShowingHow, setShowingHow] = useState(false);
  const { data: me } = useQuery(whoAmIQuery());
  const isForThem = me?.staff.role === "admin" && !me.staff.isLimited;
  const { data } = useQuery({ ...getStartedQuery(), enabled: isForThem });
  const hide = useMutation({
    mutationFn: hideGetStarted,
    onSuccess: () => client.invalidateQueries({ queryKey: getStartedQuery().queryKey }),
  });
  const done = data?.steps.filter(({ isDone }) => isDone).length ?? 0;
  if (!data || !isForThem || data.isHidden || done === data.steps.length) return null;

  const acts: Record<StartStep, (() => void) | undefined> = {
    explore: () => router.push("/sandbox/transactions"),
    pay: beginTour,
    connect: () => router.push("/demo/settings/connection"),
    administrator: () => setShowingHow(!isShowingHow),
  };
  const hideButton = (
    <div className="flex items-center gap-2">
      <span className="text-muted text-xs">{t("progress", { done, count: data.steps.length })}</span>
      <Button size="sm" variant="ghost" isPending={hide.isPending} onPress={() => hide.mutate()}>
        {t("hide")}
      </Button>
    </div>
  );
  return (
    <div className="pb-3">
      <Panel title={t("title")} action={hideButton}>
        <ul className="grid gap-x-6 gap-y-1 md:grid-cols-2">
          {data.steps.map(({ step, isDone }) => (
            <li key={step} className="flex min-h-9 items-center gap-2">
              <Mark isDone={isDone} label={t(isDone ? "done" : "open")} />
              <span className={isDone ? "text-muted" : ""}>{t(`steps.${step}`)}</span>
              {acts[step] && !isDone ? (
                <Button
                  size="sm"
                  variant="secondary"
                  className="ml-auto"
                  aria-expanded={step === "administrator" ? isShowingHow : undefined}
                  onPress={acts[step]}
                >
                  {t(`actions.${step}`)}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {isShowingHow ? <p className="pt-2 text-muted">{t("how")}</p> : null}
      </Panel>
    </div>
  );
}

function Mark({ isDone, label }: { isDone: boolean; label: string }) {
  return (
    <span className="inline-flex size-5 shrink-0 items-center justify-center text-(--tone-success)">
      {isDone ? (
        <Check aria-hidden="true" className="size-4" />
      ) : (
        <span aria-hidden="true" className="size-3 rounded-full border border-border" />
      )}
      <span className="sr-only">{label}</span>
    </span>
  );
}
