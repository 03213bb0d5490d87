"use client";

import { Button, Label, TextField } from "@heroui/react";
import type { QueryKey } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/text-area.tsx";

type Props = {
  label: string;
  initialText?: string;
  listKey: QueryKey;
  save: (text: string) => Promise<unknown>;
  onDone?: () => void;
};

/** Writes a note, or edits the user's own. Ctrl-Enter saves. */
export function NoteForm({ label, initialText = "", listKey, save, onDone }: Props) {
  const t = useTranslations("notes");
  const client = useQueryClient();
  const [text, setText] = useState(initialText);
  const mutation = useMutation({
    mutationFn: () => save(text),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: listKey });
      setText("");
      onDone?.();
    },
  });
  const maySave = text.trim() !== "" && !mutation.isPending;
  return (
    <Form
      className="flex flex-col gap-2"
      onSubmit={() => {
        if (maySave) mutation.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <TextField value={text} onChange={setText} maxLength={4000} fullWidth>
        <Label>{label}</Label>
        <TextArea rows={3} placeholder={t("placeholder")} />
      </TextField>
      <ErrorNotice title={t("notSaved")} error={mutation.error} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" isDisabled={!maySave} isPending={mutation.isPending}>
          {t("save")}
        </Button>
        {onDone ? (
          <Button size="sm" variant="secondary" onPress={onDone}>
            {t("cancel")}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
