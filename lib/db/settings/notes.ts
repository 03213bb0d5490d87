import { and, asc, desc, eq, inArray, or } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { note } from "../schema/note.ts";

export type NoteRow = typeof note.$inferSelect;
type Subject = Pick<NoteRow, "merchantId" | "subject" | "subjectKey">;

const listedMax = 200;

/** The first 200 notes about one record, oldest first. */
export function listNotes(db: Queryable, { merchantId, subject, subjectKey }: Subject): Promise<NoteRow[]> {
  return db
    .select()
    .from(note)
    .where(and(eq(note.merchantId, merchantId), eq(note.subject, subject), eq(note.subjectKey, subjectKey)))
    .orderBy(asc(note.createdAt), asc(note.id))
    .limit(listedMax);
}

type Subjects = { readonly [Name in NoteRow["subject"]]?: readonly string[] | undefined };

/** The newest 200 notes about any of several records. */
export async function listNotesAbout(
  db: Queryable,
  { merchantId, subjects }: { merchantId: string; subjects: Subjects },
): Promise<NoteRow[]> {
  const named = Object.entries(subjects).flatMap(([subject, keys = []]) =>
    keys.length === 0 ? [] : [and(eq(note.subject, subject as NoteRow["subject"]), inArray(note.subjectKey, [...keys]))],
  );
  if (named.length === 0) return [];
  return db
    .select()
    .from(note)
    .where(and(eq(note.merchantId, merchantId), or(...named)))
    .orderBy(desc(note.createdAt), desc(note.id))
    .limit(listedMax);
}

/** False when its id is there already. */
export async function insertNote(db: Queryable, row: NoteRow): Promise<boolean> {
  const rows = await db.insert(note).values(row).onConflictDoNothing().returning({ id: note.id });
  return rows.length > 0;
}

/** The merchant's note, locked until the transaction ends. */
export async function lockNote(
  tx: Queryable,
  { merchantId, id }: Pick<NoteRow, "merchantId" | "id">,
): Promise<NoteRow | undefined> {
  const [row] = await tx
    .select()
    .from(note)
    .where(and(eq(note.merchantId, merchantId), eq(note.id, id)))
    .for("update");
  return row;
}

export async function changeNote(tx: Queryable, id: string, change: Pick<NoteRow, "text" | "editedAt">): Promise<void> {
  await tx.update(note).set(change).where(eq(note.id, id));
}

/** Removes the notes of an environment. */
export async function deleteNotes(tx: Queryable, environment: string): Promise<void> {
  await tx.delete(note).where(eq(note.environment, environment));
}
