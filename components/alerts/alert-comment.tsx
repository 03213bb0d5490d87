"use client";

import { Button, FieldError, Label, TextField } from "@heroui/react";
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
type Props = { environment: string; alert: Pick<Alert, "id" | "comment">; named: string };

/** A button that opens a dialog to comment an alert, or to change its comment; without text it is removed. */
export function AlertComment({ environment, alert: { id, comment = "" }, named }: Props) {
  const t = useTranslations("alerts.comment");
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(comment);
  const { mutate, isPending, error, reset } = useMutation({
    meta: showsError,
    mutationFn: () => commentAlert(environment, id, text),
    onSuccess: () => {
      setOpen(false);
      void client.invalidateQueries({ queryKey: alertsKey(environment) });
    },
  });
  const { problemOf, otherError } = useFieldErrors(error, ["text"], {});
  const open = (wanted: boolean) => {
    setOpen(wanted);
    setText(comment);
    reset();
  };
  const trigger = (
    <Button size="sm" variant="secondary" aria-label={t("of", { alert: named })}>
      {t("button")}
    </Button>
  );
  return (
    <Dialog title={named} trigger={trigger} isOpen={isOpen} onOpenChange={open}>
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
