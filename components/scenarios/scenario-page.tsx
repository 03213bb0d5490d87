"use client";

import { Button, Skeleton } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { TourButton } from "#components/tour/tour-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { toast } from "#components/ui/toast.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { endScenario, scenariosQuery } from "#lib/queries/scenarios.ts";
import { chooseScreenState, readScreenState } from "#lib/queries/screen-state.ts";
import { ScenarioCard } from "./scenario-card.tsx";
import { ScreenStateChoice } from "./screen-state-choice.tsx";

/** Faults that the sandbox gateway can simulate, and every state of lists and panels. */
export function ScenarioPage() {
  const t = useTranslations("scenarios");
  const client = useQueryClient();
  const query = useQuery(scenariosQuery());
  const reset = useMutation({
    meta: showsError,
    mutationFn: () => endScenario(),
    onSuccess: () => {
      toast.success(t("allBack"));
      if (readScreenState() === undefined) return client.invalidateQueries({ queryKey: ["sandbox"] });
      chooseScreenState(undefined);
      location.reload();
    },
  });
  return (
    <>
      <PageHeader title={t("title")} context={t("context")}>
        <TourButton />
        <Button size="sm" variant="secondary" isPending={reset.isPending} onPress={() => reset.mutate()}>
          {t("putAllBack")}
        </Button>
      </PageHeader>
      <ErrorNotice title={t("notDone")} error={reset.error} />
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-96 rounded-lg" role="status" aria-label={t("loading")} /> : null}
      <ul aria-label={t("list")} className="grid items-stretch gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {query.data?.map((scenario) => (
          <ScenarioCard key={scenario.id} scenario={scenario} />
        ))}
      </ul>
      <ScreenStateChoice />
    </>
  );
}
