"use client";

import { Button, Modal, Skeleton } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
  const [isOpen, setOpen] = useState(false);
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="sm" variant="secondary" aria-label={of === undefined ? label : `${label}: ${of}`}>
        {label}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-md">
            <Modal.Header>
              <Modal.Heading>Send to the shop again</Modal.Heading>
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
      toast.success(`${count} on the way to the shop`);
      onSent();
    },
    onError: () => counted.refetch(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const { count = 0, followers = 0 } = counted.data ?? {};
  return (
    <>
      <Modal.Body className="flex flex-col gap-3">
        {counted.isError ? <ErrorNotice title="They could not be counted" error={counted.error} /> : null}
        {mutation.isError ? <ErrorNotice title="Nothing was sent" error={mutation.error} /> : null}
        {counted.isPending ? <Skeleton className="h-6 rounded" aria-label="Loading the count" /> : null}
        {counted.isSuccess ? <p>{sentence(count, followers)}</p> : null}
      </Modal.Body>
      <Modal.Footer>
        <Button variant="secondary" slot="close">
          Not now
        </Button>
        <Button isPending={mutation.isPending} isDisabled={count === 0} onPress={() => mutation.mutate(count)}>
          {count === 1 ? "Send 1" : `Send ${count}`}
        </Button>
      </Modal.Footer>
    </>
  );
}

function sentence(count: number, followers: number): string {
  if (count === 0) return "There is nothing to send again.";
  const all = count === 1 ? "One message goes" : `${count} messages go`;
  const later = followers === 1 ? "one of them came" : `${followers} of them came`;
  const why =
    followers > 0
      ? ` ${later.charAt(0).toUpperCase()}${later.slice(1)} later for the same orders, so that the shop ends where the gateway is.`
      : "";
  return `${all} to the shop again, byte for byte as received.${why} The gateway hears nothing of it.`;
}
