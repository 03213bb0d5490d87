"use client";

import { Button, FieldError, TextField } from "@heroui/react";
import type { QueryKey } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/text-area.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { refreshNotes } from "#lib/queries/notes.ts";
import { useDraft } from "./use-draft.ts";

type Props = {
  label: string;
  initialText?: string;
  /** Where the text is stored in this tab until it is saved. */
  draftKey?: string;
  listKey: QueryKey;
  save: (text: string) => Promise<unknown>;
  onDone?: () => void;
};

/** Writes a note, or edits the user's own. Ctrl-Enter saves. */
export function NoteForm({ label, initialText = "", draftKey, listKey, save, onDone }: Props) {
  const t = useTranslations("notes");
  const common = useTranslations("common");
  const client = useQueryClient();
  const { text, setText, clear } = useDraft(draftKey, initialText);
  const mutation = useMutation({
    meta: showsError,
    mutationFn: save,
    onSuccess: async (_, saved) => {
      await refreshNotes(client, listKey);
      clear(saved);
      onDone?.();
    },
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["text"], { text: text.trim() === "" });
  return (
    <Form
      className="flex flex-col gap-2"
      noValidate
      onSubmit={() => check() && mutation.mutate(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <TextField
        value={text}
        onChange={setText}
        maxLength={4000}
        isInvalid={problemOf("text") !== undefined}
        validationBehavior="aria"
        fullWidth
        aria-label={label}
      >
        <TextArea rows={3} placeholder={t("placeholder")} />
        <FieldError>{problemOf("text")}</FieldError>
      </TextField>
      <ErrorNotice title={t("notSaved")} error={otherError} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" isPending={mutation.isPending}>
          {t("save")}
        </Button>
        {onDone ? (
          <Button size="sm" variant="secondary" onPress={onDone}>
            {common("cancel")}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
