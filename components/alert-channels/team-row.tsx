"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { TeamChannel } from "#lib/contract/alert-channel.ts";
import { channelsQuery, deleteChannel } from "#lib/queries/alert-channels.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { TeamDialog } from "./team-dialog.tsx";
import { TestButton } from "./test-button.tsx";

type Props = { environment: string; zone: string; channel: TeamChannel; onSecret: (secret: string) => void };

/** One channel of the team: where it leads, what it is told, and whether that works. */
export function TeamRow({ environment, zone, channel, onSecret }: Props) {
  const t = useTranslations("channels");
  const alerts = useTranslations("alerts.severities");
  const { id, name, kind, host, isOn, severities, sends, lastTry } = channel;
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const remove = useMutation({
    meta: showsError,
    mutationFn: () => deleteChannel(environment, id),
    onSuccess: () => setOpen(false),
    onSettled: () => void client.invalidateQueries({ queryKey: channelsQuery(environment).queryKey }),
  });
  const change = (
    <Button size="sm" variant="secondary" aria-label={t("team.changeOf", { name })}>
      {t("team.change")}
    </Button>
  );
  const trigger = (
    <Button size="sm" variant="secondary" aria-label={t("team.deleteOf", { name })}>
      {t("team.delete")}
    </Button>
  );
  return (
    <li className="flex flex-col gap-2 border-border border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere font-medium">{name}</h3>
        <StatusMark tone={isOn ? "success" : "neutral"}>{t(isOn ? "team.isOn" : "team.isOff")}</StatusMark>
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {t(`kinds.${kind}`)} · {host} · {severities.map((severity) => alerts(severity)).join(", ")} · {t(`rhythms.${sends}`)}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <TestButton environment={environment} channel={id} name={name} lastTry={lastTry} />
        <TeamDialog environment={environment} zone={zone} channel={channel} trigger={change} onSecret={onSecret} />
        <ConfirmDialog
          title={t("team.deleteOf", { name })}
          trigger={trigger}
          isOpen={isOpen}
          onOpenChange={setOpen}
          submitLabel={t("team.delete")}
          onSubmit={() => remove.mutate()}
          isPending={remove.isPending}
          isDanger
          failedTitle={t("team.deleteFailed")}
          error={remove.error}
        >
          <p>{t("team.deleteAbout")}</p>
        </ConfirmDialog>
      </div>
    </li>
  );
}
