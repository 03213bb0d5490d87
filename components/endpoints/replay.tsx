"use client";

import { Button, Modal, Skeleton } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import type { ReplayForwards } from "#lib/contract/forward.ts";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import { replayForwards } from "#lib/queries/forwards.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Props = { scope: Scope; endpointId: string; wish: ReplayForwards; label: string; of?: string };

/** Sends one or all that match to the shop once more, after the number was shown. */
export function Replay({ scope, endpointId, wish, label, of }: Props) {
  const t = useTranslations("endpoints");
  const [isOpen, setOpen] = useState(false);
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="sm" variant="secondary" aria-label={of === undefined ? label : t("forwards.sendAgainOf", { of })}>
        {label}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-md">
            <Modal.Header>
              <Modal.Heading>{t("replay.title")}</Modal.Heading>
            </Modal.Header>
            {isOpen ? <Confirm scope={scope} endpointId={endpointId} wish={wish} onSent={() => setOpen(false)} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
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
    mutationFn: (expectedCount: number) => replayForwards(scope, { id: endpointId, wish: { ...wish, expectedCount } }),
    onSuccess: ({ count }) => {
      toast.success(t("replay.done", { count }));
      onSent();
    },
    onError: () => counted.refetch(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const { count = 0, followers = 0 } = counted.data ?? {};
  return (
    <>
      <Modal.Body className="flex flex-col gap-3">
        {counted.isError ? <ErrorNotice title={t("replay.notCounted")} error={counted.error} /> : null}
        {mutation.isError ? <ErrorNotice title={t("replay.notSent")} error={mutation.error} /> : null}
        {counted.isPending ? <Skeleton className="h-6 rounded" role="status" aria-label={t("replay.counting")} /> : null}
        {counted.isSuccess ? <p>{count === 0 ? t("replay.nothing") : t("replay.about", { count, followers })}</p> : null}
      </Modal.Body>
      <Modal.Footer>
        <Button variant="secondary" slot="close">
          {t("replay.notNow")}
        </Button>
        <Button isPending={mutation.isPending} isDisabled={count === 0} onPress={() => mutation.mutate(count)}>
          {t("replay.send", { count })}
        </Button>
      </Modal.Footer>
    </>
  );
}
