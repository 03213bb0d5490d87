"use client";

import { Button, Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Note } from "#lib/contract/note.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { createNote, editNote, type NoteSubject, notesQuery } from "#lib/queries/notes.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { NoteForm } from "./note-form.tsx";

type Props = { scope: Scope; subject: NoteSubject };

/** Staff notes on a record; support and administrators write, authors edit their own. */
export function NotesPanel({ scope, subject }: Props) {
  const t = useTranslations("notes");
  const options = notesQuery(scope, subject);
  const query = useQuery(options);
  const { data: user } = useQuery(whoAmIQuery());
  const mayWrite = user !== undefined && user.staff.role !== "viewer" && !user.isPresenting;
  return (
    <Panel title={t("title")}>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-12 rounded-md" role="status" aria-label={t("loading")} /> : null}
      {query.data?.items.length === 0 && !mayWrite ? <p className="text-muted">{t("none")}</p> : null}
      <ul className="flex flex-col gap-3 pb-3 empty:hidden">
        {query.data?.items.map((note) => (
          <NoteItem key={note.id} note={note} scope={scope} listKey={options.queryKey} mayEdit={mayWrite && note.isMine} />
        ))}
      </ul>
      {mayWrite ? (
        <NoteForm
          label={t("write")}
          draftKey={`note ${user.staff.id} ${JSON.stringify(options.queryKey)}`}
          listKey={options.queryKey}
          save={(text) => createNote(scope, subject, { text })}
        />
      ) : null}
    </Panel>
  );
}

type ItemProps = { note: Note; scope: Scope; listKey: readonly unknown[]; mayEdit: boolean };

function NoteItem({ note, scope, listKey, mayEdit }: ItemProps) {
  const t = useTranslations("notes");
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return (
      <li>
        <NoteForm
          label={t("edit")}
          initialText={note.text}
          listKey={listKey}
          save={(text) => editNote(scope, note.id, text)}
          onDone={() => setEditing(false)}
        />
      </li>
    );
  }
  return (
    <li className="border-border border-l-2 pl-3">
      <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
        <span>{note.author}</span>
        <Timestamp at={note.createdAt} />
        {note.editedAt ? <EditedAt at={note.editedAt} /> : null}
        {mayEdit ? (
          <Button size="sm" variant="ghost" onPress={() => setEditing(true)}>
            {t("edit")}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

function EditedAt({ at }: { at: string }) {
  const t = useTranslations("notes");
  return <span>{t.rich("edited", { time: () => <Timestamp at={at} /> })}</span>;
}
