"use client";

import { FieldError, Label, TextField } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextArea } from "#components/ui/text-area.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Alert } from "#lib/contract/alert.ts";
import { alertsKey, commentAlert } from "#lib/queries/alerts.ts";
import { showsError } from "#lib/queries/failed-changes.ts";

/** `named`: what tells this alert from others. */
export type CommentedAlert = Pick<Alert, "id" | "comment"> & { named: string };
type Props = { environment: string; alert: CommentedAlert; onClose: () => void };

/**
 * Comments an alert, or changes its comment; without text it is removed. Beside the list, not in a row: an alert that resolves itself
 * leaves the list while somebody writes.
 */
export function AlertComment({ environment, alert: { id, comment = "", named }, onClose }: Props) {
  const t = useTranslations("alerts.comment");
  const client = useQueryClient();
  const [text, setText] = useState(comment);
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: () => commentAlert(environment, id, text),
    onSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: alertsKey(environment) });
    },
  });
  const { problemOf, otherError } = useFieldErrors(error, ["text"], {});
  return (
    <Dialog title={named} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogForm
        submitLabel={t("save")}
        onSubmit={() => mutate()}
        isPending={isPending}
        notice={<ErrorNotice title={t("failed")} error={otherError} />}
      >
        <TextField
          value={text}
          onChange={setText}
          maxLength={500}
          isInvalid={problemOf("text") !== undefined}
          validationBehavior="aria"
          fullWidth
        >
          <Label>{t("label")}</Label>
          <TextArea rows={3} />
          <FieldError>{problemOf("text")}</FieldError>
        </TextField>
      </DialogForm>
    </Dialog>
  );
}
