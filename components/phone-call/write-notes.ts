import { fetchSupportBundle } from "#lib/queries/bundle.ts";
import type { Downloaded } from "#lib/queries/download.ts";
import { createNote, type NoteSubject } from "#lib/queries/notes.ts";
import { type CallRecord, markNoted, openRecords, type PhoneCall } from "./call-store.ts";

/**
 * Writes the note on each record that has none yet, one after another. What is written is stored at once, so that trying
 * again after a failure writes none twice. Throws the first failure when all were tried.
 */
export async function writeNotes(call: PhoneCall, text: string): Promise<void> {
  const failures: unknown[] = [];
  for (const record of openRecords(call)) {
    try {
      await createNote(scopeOf(record), subjectOf(record), text);
      markNoted(record);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** One file with the support bundle of every record. */
export async function fetchCallBundle({ records, startedAt }: PhoneCall): Promise<Downloaded> {
  const texts: string[] = [];
  for (const record of records) texts.push((await fetchSupportBundle(scopeOf(record), subjectOf(record), "md")).text);
  const blob = new Blob([texts.join("\n---\n\n")], { type: "text/markdown; charset=utf-8" });
  return { blob, fileName: `call-${startedAt.slice(0, 16).replace(":", "-")}.md` };
}

function scopeOf({ environment, merchant }: CallRecord) {
  return { environment, merchant };
}

function subjectOf({ kind, key }: CallRecord): NoteSubject {
  switch (kind) {
    case "reference":
      return { reference: key };
    case "id":
      return { id: key };
    case "payment":
      return { payment: key };
    case "notification":
      return { notification: key };
  }
}
