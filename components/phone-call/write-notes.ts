import { fetchSupportBundle } from "#lib/queries/bundle.ts";
import type { Downloaded } from "#lib/queries/download.ts";
import { createNote, type NoteSubject } from "#lib/queries/notes.ts";
import { type CallRecord, markNoted, openRecords, type PhoneCall } from "./call-store.ts";

/** A note has 4,000 characters: the rest is for the names. */
export const textMax = 3000;
const namesMax = 900;
/** In characters: an outsider can choose a name, such as an order number, of any length. */
const nameMax = 80;

/**
 * Writes the note on each record that has none yet, one after another. What is written is stored at once, and one whose answer
 * was lost has the same key again, so that trying again after a failure writes none twice. Throws the first failure when all
 * were tried.
 */
export async function writeNotes(call: PhoneCall, text: string, listNames: (names: string) => string): Promise<void> {
  const failures: unknown[] = [];
  const noteOf = (record: CallRecord) => {
    const names = namesBeside(record, call);
    return names === null ? text : `${text}\n${listNames(names)}`;
  };
  for (const record of openRecords(call)) {
    try {
      await createNote(scopeOf(record), subjectOf(record), { text: noteOf(record), key: call.startedAt });
      markNoted(record);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Of its own merchant alone, since whoever reads the note may see no other. Null where it is the only one. */
function namesBeside({ environment, merchant }: CallRecord, { records }: PhoneCall): string | null {
  const own = records.filter((record) => record.environment === environment && record.merchant === merchant);
  if (own.length < 2) return null;
  const names: string[] = [];
  let length = 0;
  for (const { name } of own) {
    const short = cutName(name);
    length += short.length + ", ".length;
    if (length > namesMax) return `${names.join(", ")}, …`;
    names.push(short);
  }
  return names.join(", ");
}

function cutName(name: string): string {
  const characters = [...name];
  return characters.length > nameMax ? `${characters.slice(0, nameMax).join("")}…` : name;
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
