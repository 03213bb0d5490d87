import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Connections } from "#lib/contract/connection.ts";
import { createMissingEndpoints } from "#lib/queries/endpoints.ts";
import { showsError } from "#lib/queries/failed-changes.ts";

type Props = { environment: string; missing: Connections["withoutEndpoint"] };

/** Creates a notification URL for each merchant that has none; those without a known store are counted. */
export function MissingEndpoints({ environment, missing }: Props) {
  const t = useTranslations("connection.urls");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => createMissingEndpoints(environment),
    retry: false,
    onSuccess: ({ created }) => toast.success(t("created", { count: created })),
    onSettled: () => client.invalidateQueries({ queryKey: [environment] }),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <ErrorNotice title={t("failed")} error={mutation.error} />
      {missing.ready > 0 ? (
        <Button variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate()}>
          {t("create", { count: missing.ready })}
        </Button>
      ) : null}
      {missing.withoutSid > 0 ? <p className="text-muted">{t("withoutSid", { count: missing.withoutSid })}</p> : null}
    </div>
  );
}
