"use client";

import { Button, Description, FieldError, Label, TextField } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextArea } from "#components/ui/text-area.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { CallRecords } from "./call-records.tsx";
import { changeText, isEnded, openRecords, type PhoneCall, removeCall } from "./call-store.ts";
import { EndedCall } from "./ended-call.tsx";
import { useCallText } from "./use-call-text.ts";
import { textMax, writeNotes } from "./write-notes.ts";

type Props = { call: PhoneCall; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Ends a phone call: one text becomes a note on every record of it, with the names of its merchant's; then their support bundle. */
export function EndCallDialog({ call, isOpen, onOpenChange }: Props) {
  const t = useTranslations("phoneCall");
  function change(isOpenNow: boolean) {
    onOpenChange(isOpenNow);
    if (!isOpenNow && isEnded(call)) removeCall();
  }
  return (
    <Dialog title={t(isEnded(call) ? "ended" : "end")} isOpen={isOpen} onOpenChange={change}>
      {isEnded(call) ? <EndedCall call={call} /> : <EndForm call={call} onDiscard={() => change(false)} />}
    </Dialog>
  );
}

function EndForm({ call, onDiscard }: { call: PhoneCall; onDiscard: () => void }) {
  const t = useTranslations("phoneCall");
  const client = useQueryClient();
  const suggested = useCallText(call);
  const text = call.text ?? suggested;
  const count = openRecords(call).length;
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => writeNotes(call, text, (names) => t("names", { names })),
    onSettled: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === "notes" }),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["text"], { text: text.trim() === "" });
  function discard() {
    removeCall();
    onDiscard();
  }
  return (
    <DialogForm
      submitLabel={count === 0 ? undefined : t("save", { count })}
      cancelLabel={t("keepOn")}
      isPending={mutation.isPending}
      notice={<ErrorNotice title={t("notSaved")} error={otherError} />}
      actions={
        <Button variant="danger-soft" isDisabled={mutation.isPending} onPress={discard}>
          {t("discard")}
        </Button>
      }
      onSubmit={() => {
        if (check()) mutation.mutate();
      }}
    >
      <CallRecords call={call} />
      {count === 0 ? null : (
        <TextField
          value={text}
          onChange={changeText}
          maxLength={textMax}
          isInvalid={problemOf("text") !== undefined}
          validationBehavior="aria"
          fullWidth
        >
          <Label>{t("note")}</Label>
          <TextArea rows={5} />
          <Description>{t("noteHint")}</Description>
          <FieldError>{problemOf("text")}</FieldError>
        </TextField>
      )}
    </DialogForm>
  );
}
