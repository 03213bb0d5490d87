"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useLanguage } from "#components/language/use-language.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { TeamChannel } from "#lib/contract/alert-channel.ts";
import { channelsQuery, saveChannels } from "#lib/queries/alert-channels.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { type TeamChoice, TeamFields, teamFields } from "./team-fields.tsx";

type Props = {
  environment: string;
  /** Of the times of a new channel. */
  zone: string;
  /** The channel to change; without one it is a new one. */
  channel?: TeamChannel;
  trigger: ReactNode;
  onSecret: (secret: string) => void;
};

/** Adds a channel of the team, or changes one: its kind stays. */
export function TeamDialog({ trigger, ...form }: Props) {
  const t = useTranslations("channels");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog title={form.channel?.name ?? t("team.add")} trigger={trigger} isOpen={isOpen} onOpenChange={setOpen}>
      <TeamForm {...form} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function TeamForm({ environment, zone, channel, onSecret, onDone }: Omit<Props, "trigger"> & { onDone: () => void }) {
  const t = useTranslations("channels");
  const { language = "en" } = useLanguage({ isSignedIn: true });
  const saved: TeamChoice = channel
    ? toInput(channel)
    : { kind: "webhook", name: "", url: "", isOn: true, severities: ["warning", "critical"], language, ...unsetTiming, zone };
  const [value, setValue] = useState(saved);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: () => saveChannels(environment, { team: { ...value, url: value.url === "" && channel ? undefined : value.url } }),
    onSuccess: ({ channels, secret }) => {
      client.setQueryData(channelsQuery(environment).queryKey, channels);
      if (secret !== undefined) onSecret(secret);
      onDone();
    },
  });
  const { problemOf, otherError, check } = useFieldErrors(error, teamFields, {
    "team.name": value.name.trim() === "",
    "team.url": channel === undefined && value.url?.trim() === "",
    "team.severities": value.severities.length === 0 ? t("noneChosen") : undefined,
    "team.rules": value.rules?.length === 0 ? t("noneChosen") : undefined,
  });
  return (
    <DialogForm
      submitLabel={t(channel ? "team.save" : "team.add")}
      onSubmit={() => check() && mutate()}
      isPending={isPending}
      notice={<ErrorNotice title={t("notSaved")} error={otherError} />}
    >
      <TeamFields
        channel={channel}
        value={value}
        onChange={(part) => setValue((before) => ({ ...before, ...part }))}
        problemOf={problemOf}
      />
    </DialogForm>
  );
}

const unsetTiming = { rules: null, sends: "immediately", digestAt: "08:00", quiet: null } as const;

function toInput({ host: _, lastTry: __, ...saved }: TeamChannel): TeamChoice {
  return { ...saved, url: "" };
}
