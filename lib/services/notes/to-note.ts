import type { Note } from "#lib/contract/note.ts";
import type { NoteRow } from "#lib/db/settings/notes.ts";
import type { NameOf } from "#lib/db/staff/person-names.ts";
import { redactText } from "#lib/privacy/redact.ts";
import type { ServiceContext } from "../context.ts";

const hidden = "•••";

/** Removes card numbers and texts in the form of a credential. */
export function sealNote({ vault }: Pick<ServiceContext, "vault">, { id, text }: { id: string; text: string }): Buffer {
  return vault.seal(Buffer.from(redactText(text).toWellFormed()), { table: "note", row: id, column: "text" });
}

export function toNote({ vault, staff }: Pick<ServiceContext, "vault" | "staff">, row: NoteRow, nameOf: NameOf): Note {
  const text = vault.open(row.text, { table: "note", row: row.id, column: "text" }).toString("utf8");
  return {
    id: row.id,
    text: staff.isPresenting ? hidden : text,
    author: nameOf(row.authorEmail),
    isMine: row.authorId === staff.id,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}
