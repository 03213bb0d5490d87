"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { reasonMin } from "#lib/contract/notification-marks.ts";
import type { SentNotification } from "#lib/contract/notification-sending.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { sendNotification } from "#lib/queries/notifications.ts";

type Props = { scope: Scope; id: string; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Sends the notification once to an address that an administrator types, and shows what it answered. */
export function SendElsewhere({ scope, id, isOpen, onOpenChange }: Props) {
  const t = useTranslations("notifications");
  const client = useQueryClient();
  const [url, setUrl] = useState("");
  const [reason, setReason] = useState("");
  const sending = useMutation({
    meta: showsError,
    mutationFn: () => sendNotification(scope, { id, url: url.trim(), reason: reason.trim() }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const { problemOf, check, otherError } = useFieldErrors(sending.error, ["url", "reason"], {
    url: url.trim() === "",
    reason: reason.trim().length < reasonMin && t("reasonTooShort", { count: reasonMin }),
  });
  return (
    <ConfirmDialog
      title={t("sending.title")}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="sm:max-w-lg"
      failedTitle={t("sending.failed")}
      error={otherError}
      check={check}
      submitLabel={t("sending.send")}
      onSubmit={() => sending.mutate()}
      isPending={sending.isPending}
    >
      <p className="text-muted">{t("sending.about")}</p>
      <TextInput
        label={t("sending.url")}
        hint={t("sending.hint")}
        value={url}
        onChange={setUrl}
        maxLength={2_000}
        problem={problemOf("url")}
      />
      <TextInput label={t("sending.reason")} value={reason} onChange={setReason} maxLength={200} problem={problemOf("reason")} />
      <div role="status">{sending.data ? <Answer sent={sending.data} /> : null}</div>
    </ConfirmDialog>
  );
}

function Answer({ sent: { url, status, ms, problem, problemDetails, answer } }: { sent: SentNotification }) {
  const t = useTranslations("notifications");
  const say = useSay();
  return (
    <div className="flex flex-col gap-1">
      <StatusMark tone={problem === null ? "success" : "warning"} canWrap>
        {status === null ? t("sending.noAnswer", { ms }) : t("sending.answered", { status, ms })}
      </StatusMark>
      <code className="reference wrap-anywhere text-muted">{url}</code>
      {problem === null ? null : <p>{say({ message: problem, ...problemDetails })}</p>}
      {answer ? <pre className="reference whitespace-pre-wrap wrap-anywhere">{answer}</pre> : null}
    </div>
  );
}
