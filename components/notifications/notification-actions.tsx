"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { lookAgainForNotification, replayNotification, reverifyNotification } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Ellipsis } from "../ui/icons.tsx";
import { LazyDialog } from "../ui/lazy-dialog.tsx";
import { toast } from "../ui/toast.ts";

const SendElsewhere = dynamic(() => import("./send-elsewhere.tsx").then((module) => module.SendElsewhere));

type Props = { detail: NotificationDetail; scope: Scope; children: ReactNode };

/** Support actions for a notification, around those of every record; each is written to the audit log and to its timeline. */
export function NotificationActions({ detail, scope, children }: Props) {
  const t = useTranslations("notifications");
  const client = useQueryClient();
  const { data } = useQuery(whoAmIQuery());
  const [isSending, setSending] = useState(false);
  const refresh = () => void client.invalidateQueries({ queryKey: [scope.environment] });
  const replay = useMutation({
    meta: showsError,
    mutationFn: () => replayNotification(scope, detail.id),
    onSuccess: ({ status, body, ms }) => {
      if (status === null) toast.danger(t("acts.noAnswer"));
      else toast.success(t("acts.replayed", { answer: `${status} ${body}`, ms }));
      refresh();
    },
  });
  const reverify = useMutation({
    meta: showsError,
    mutationFn: () => reverifyNotification(scope, detail.id),
    onSuccess: ({ nowValid }) => {
      toast.success(t(nowValid === 1 ? "acts.validNow" : "acts.sameVerdict"));
      refresh();
    },
  });
  const checkGateway = useMutation({
    meta: showsError,
    mutationFn: () => lookAgainForNotification(scope, detail.id),
    onSuccess: () => toast.success(t("acts.looking")),
  });
  if (data === undefined || data.staff.role === "viewer") return children;
  const failed = [replay, reverify, checkGateway].find(({ isError }) => isError);
  const maySend = data.staff.role === "admin" && scope.environment !== "production" && !data.isPresenting;
  const more: Record<string, () => void> = {
    replay: () => replay.mutate(),
    ...(detail.gateway === null ? {} : { look: () => checkGateway.mutate() }),
    ...(maySend ? { send: () => setSending(true) } : {}),
  };
  return (
    <>
      {detail.verdict === "valid" ? null : (
        <Button size="sm" variant="secondary" isPending={reverify.isPending} onPress={() => reverify.mutate()}>
          {t("acts.reverify")}
        </Button>
      )}
      {children}
      <MoreActions actions={more} isPending={replay.isPending || checkGateway.isPending} />
      <LazyDialog isOpen={isSending}>
        <SendElsewhere scope={scope} id={detail.id} isOpen={isSending} onOpenChange={setSending} />
      </LazyDialog>
      {failed ? <ErrorNotice title={t("acts.failed")} error={failed.error} /> : null}
    </>
  );
}

/** What is done seldom. */
function MoreActions({ actions, isPending }: { actions: Record<string, () => void>; isPending: boolean }) {
  const t = useTranslations("notifications");
  const labels: Record<string, string> = { replay: t("acts.replay"), look: t("acts.look"), send: t("sending.open") };
  return (
    <Dropdown>
      <IconButton label={t("acts.more")} variant="secondary" isPending={isPending}>
        <Ellipsis aria-hidden="true" className="size-4" />
      </IconButton>
      <Dropdown.Popover placement="bottom end">
        <Dropdown.Menu aria-label={t("acts.more")} onAction={(key) => actions[String(key)]?.()}>
          {Object.keys(actions).map((key) => (
            <Dropdown.Item key={key} id={key} textValue={labels[key] ?? ""}>
              <Label>{labels[key]}</Label>
            </Dropdown.Item>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
