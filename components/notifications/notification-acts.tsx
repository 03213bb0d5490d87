"use client";

import { Button, toast } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { lookAgainForNotification, replayNotification, reverifyNotification } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

/** What support may do with a notification; each act is written into the audit and into its timeline. */
export function NotificationActs({ detail, scope }: { detail: NotificationDetail; scope: Scope }) {
  const client = useQueryClient();
  const { data } = useQuery(whoAmIQuery());
  const refresh = () => void client.invalidateQueries({ queryKey: [scope.environment] });
  const replay = useMutation({
    mutationFn: () => replayNotification(scope, detail.id),
    onSuccess: ({ status, body, ms }) => {
      if (status === null) toast.danger("Our own URL_Notify did not answer");
      else toast.success(`Our own URL_Notify answered ${status} ${body} in ${ms} ms`);
      refresh();
    },
  });
  const reverify = useMutation({
    mutationFn: () => reverifyNotification(scope, detail.id),
    onSuccess: ({ nowValid }) => {
      toast.success(nowValid === 1 ? "It is valid now" : "The verdict is still the same");
      refresh();
    },
  });
  const look = useMutation({
    mutationFn: () => lookAgainForNotification(scope, detail.id),
    onSuccess: () => toast.success("The gateway is being asked"),
  });
  if (data === undefined || data.staff.role === "viewer") return null;
  const failed = [replay, reverify, look].find(({ isError }) => isError);
  return (
    <>
      <Button size="sm" variant="secondary" isPending={replay.isPending} onPress={() => replay.mutate()}>
        Send to our URL_Notify again
      </Button>
      {detail.verdict === "valid" ? null : (
        <Button size="sm" variant="secondary" isPending={reverify.isPending} onPress={() => reverify.mutate()}>
          Verify with today's keys
        </Button>
      )}
      {detail.gateway === null ? null : (
        <Button size="sm" variant="secondary" isPending={look.isPending} onPress={() => look.mutate()}>
          Ask the gateway again
        </Button>
      )}
      {failed ? <ErrorNotice title="That could not be done" error={failed.error} /> : null}
    </>
  );
}
