import type { Note } from "#lib/contract/note.ts";
import type { NoteRow } from "#lib/db/settings/notes.ts";
import type { NameOf } from "#lib/db/staff/person-names.ts";
import { redactText } from "#lib/privacy/redact.ts";
import type { ServiceContext } from "../context.ts";

const hidden = "•••";

type Vaulted = Pick<ServiceContext, "vault">;

/** Without card numbers and texts in the form of a credential. */
export function toStoredText(text: string): string {
  return redactText(text).toWellFormed();
}

export function sealNote({ vault }: Vaulted, { id, text }: { id: string; text: string }): Buffer {
  return vault.seal(Buffer.from(toStoredText(text)), { table: "note", row: id, column: "text" });
}

export function openNote({ vault }: Vaulted, { id, text }: Pick<NoteRow, "id" | "text">): string {
  return vault.open(text, { table: "note", row: id, column: "text" }).toString("utf8");
}

export function toNote({ vault, staff }: Pick<ServiceContext, "vault" | "staff">, row: NoteRow, nameOf: NameOf): Note {
  const text = openNote({ vault }, row);
  return {
    id: row.id,
    text: staff.isPresenting ? hidden : text,
    author: nameOf(row.authorEmail),
    isMine: row.authorId === staff.id,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}
