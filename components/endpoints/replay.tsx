"use client";

import { Button, Skeleton } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Replayed, ReplayForwards } from "#lib/contract/forward.ts";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { replayForwards } from "#lib/queries/forwards.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Props = { scope: Scope; endpointId: string; wish: ReplayForwards; label: string; of?: string };

/** Replays one notification or all matching ones to the shop, after showing their number. */
export function Replay({ scope, endpointId, wish, label, of }: Props) {
  const t = useTranslations("endpoints");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={t("replay.title")}
      trigger={
        <Button size="sm" variant="secondary" aria-label={of === undefined ? label : t("forwards.sendAgainOf", { of })}>
          {label}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="sm:max-w-md"
    >
      <Confirm scope={scope} endpointId={endpointId} wish={wish} onSent={() => setOpen(false)} />
    </Dialog>
  );
}

type ConfirmProps = Pick<Props, "scope" | "endpointId" | "wish"> & { onSent: () => void };

function Confirm({ scope, endpointId, wish, onSent }: ConfirmProps) {
  const t = useTranslations("endpoints");
  const client = useQueryClient();
  const { queryKey } = endpointsQuery(scope);
  const counted = useQuery({
    queryKey: [...queryKey, endpointId, "replay", wish],
    queryFn: () => replayForwards(scope, { id: endpointId, wish }),
    gcTime: 0,
  });
  const mutation = useMutation({
    meta: showsError,
    mutationFn: (expectedCount: number) => replayForwards(scope, { id: endpointId, wish: { ...wish, expectedCount } }),
    onSuccess: ({ count }) => {
      toast.success(t("replay.done", { count }));
      onSent();
    },
    onError: () => void counted.refetch(),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
  const { count = 0, followers = 0, skipped = 0 } = counted.data ?? {};
  return (
    <DialogForm
      submitLabel={counted.isSuccess && count === 0 ? undefined : t("replay.send", { count })}
      onSubmit={() => count > 0 && mutation.mutate(count)}
      isPending={counted.isPending || mutation.isPending}
      isSending={mutation.isPending}
      notice={
        <>
          <ErrorNotice title={t("replay.notCounted")} error={counted.error} />
          <ErrorNotice title={t("replay.notSent")} error={mutation.error} />
        </>
      }
    >
      {counted.isPending ? <Skeleton className="h-6 rounded" role="status" aria-label={t("replay.counting")} /> : null}
      {counted.isSuccess ? <Counted count={count} followers={followers} skipped={skipped} /> : null}
    </DialogForm>
  );
}

function Counted({ count, followers, skipped }: Pick<Replayed, "count" | "followers" | "skipped">) {
  const t = useTranslations("endpoints");
  return (
    <>
      {count > 0 ? <p>{t("replay.about", { count, followers })}</p> : null}
      {skipped > 0 ? <p>{t("replay.skipped", { skipped })}</p> : null}
      {count + skipped === 0 ? <p>{t("replay.nothing")}</p> : null}
    </>
  );
}
