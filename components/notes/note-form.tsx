"use client";

import { Button, Label, TextArea, TextField } from "@heroui/react";
import type { QueryKey } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { noteWords as words } from "./note-words.ts";

type Props = {
  label: string;
  initialText?: string;
  listKey: QueryKey;
  save: (text: string) => Promise<unknown>;
  onDone?: () => void;
};

/** Writing a note, or changing one's own. Ctrl-Enter saves. */
export function NoteForm({ label, initialText = "", listKey, save, onDone }: Props) {
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
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (maySave) mutation.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <TextField value={text} onChange={setText} maxLength={4000} fullWidth>
        <Label>{label}</Label>
        <TextArea rows={3} placeholder={words.placeholder} />
      </TextField>
      {mutation.isError ? <ErrorNotice title={words.notSaved} error={mutation.error} /> : null}
      <div className="flex gap-2">
        <Button type="submit" size="sm" isDisabled={!maySave} isPending={mutation.isPending}>
          {words.save}
        </Button>
        {onDone ? (
          <Button size="sm" variant="secondary" onPress={onDone}>
            {words.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
