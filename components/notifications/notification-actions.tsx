"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { lookAgainForNotification, replayNotification, reverifyNotification } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { toast } from "../ui/toast.ts";

const SendElsewhere = dynamic(() => import("./send-elsewhere.tsx").then((module) => module.SendElsewhere));

/** Support actions for a notification; each is written to the audit log and to its timeline. */
export function NotificationActions({ detail, scope }: { detail: NotificationDetail; scope: Scope }) {
  const t = useTranslations("notifications");
  const client = useQueryClient();
  const { data } = useQuery(whoAmIQuery());
  const refresh = () => void client.invalidateQueries({ queryKey: [scope.environment] });
  const replay = useMutation({
    mutationFn: () => replayNotification(scope, detail.id),
    onSuccess: ({ status, body, ms }) => {
      if (status === null) toast.danger(t("acts.noAnswer"));
      else toast.success(t("acts.replayed", { answer: `${status} ${body}`, ms }));
      refresh();
    },
  });
  const reverify = useMutation({
    mutationFn: () => reverifyNotification(scope, detail.id),
    onSuccess: ({ nowValid }) => {
      toast.success(t(nowValid === 1 ? "acts.validNow" : "acts.sameVerdict"));
      refresh();
    },
  });
  const checkGateway = useMutation({
    mutationFn: () => lookAgainForNotification(scope, detail.id),
    onSuccess: () => toast.success(t("acts.looking")),
  });
  if (data === undefined || data.staff.role === "viewer") return null;
  const failed = [replay, reverify, checkGateway].find(({ isError }) => isError);
  return (
    <>
      <Button size="sm" variant="secondary" isPending={replay.isPending} onPress={() => replay.mutate()}>
        {t("acts.replay")}
      </Button>
      {data.staff.role === "admin" && scope.environment !== "production" && !data.isPresenting ? (
        <SendElsewhere scope={scope} id={detail.id} />
      ) : null}
      {detail.verdict === "valid" ? null : (
        <Button size="sm" variant="secondary" isPending={reverify.isPending} onPress={() => reverify.mutate()}>
          {t("acts.reverify")}
        </Button>
      )}
      {detail.gateway === null ? null : (
        <Button size="sm" variant="secondary" isPending={checkGateway.isPending} onPress={() => checkGateway.mutate()}>
          {t("acts.look")}
        </Button>
      )}
      {failed ? <ErrorNotice title={t("acts.failed")} error={failed.error} /> : null}
    </>
  );
}
