"use client";

import { Button, Skeleton } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { ConnectionCheckView } from "#lib/contract/connection.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { CheckSteps } from "./check-steps.tsx";

type Props = { environment: string; run: () => Promise<ConnectionCheckView>; isAutomatic?: boolean; said?: string | null };

/**
 * A check and its steps, beside what was just saved: it begins at once when `isAutomatic`, else on a press. `said`: an error that
 * stands above it.
 */
export function CheckPart({ environment, run, isAutomatic = false, said }: Props) {
  const t = useTranslations("connection.check");
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    meta: showsError,
    mutationFn: run,
    retry: false,
    onSettled: () => client.invalidateQueries({ queryKey: [environment] }),
  });
  const begin = useEffectEvent(() => {
    if (isAutomatic) mutate();
  });
  useEffect(() => begin(), []);
  return (
    <div className="flex flex-col items-start gap-2">
      <ErrorNotice title={t("failed")} error={error} />
      {isPending ? <Skeleton className="h-16 w-full rounded-md" role="status" aria-label={t("running")} /> : null}
      {data ? <CheckSteps steps={data.steps} said={said} /> : null}
      {isPending ? null : (
        <Button size="sm" variant="secondary" onPress={() => mutate()}>
          {t("run")}
        </Button>
      )}
    </div>
  );
}
