import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const noteOperations = async () => (await import("#lib/contract/note.ts")).noteOperations;

/** A transaction as in its page's address, by reference or by row id where it has none; a payment, or a notification. */
export type NoteSubject = { reference: string } | { id: string } | { payment: string } | { notification: string };

export function notesQuery(scope: Scope, subject: NoteSubject) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notes", subject],
    queryFn: ({ signal }) => callOperation(noteOperations, "listNotes", { params: scope, query: subject, signal }),
  });
}

const records = new Set<unknown>(["transaction", "payment", "notification"]);

/** After a note was saved: its list, and the timelines of open records, which nobody waits for. */
export async function refreshNotes(client: QueryClient, listKey: QueryKey): Promise<void> {
  const scope = listKey.slice(0, 2);
  void client.invalidateQueries({ queryKey: scope, predicate: ({ queryKey }) => records.has(queryKey[2]) });
  await client.invalidateQueries({ queryKey: listKey });
}

/** With a key it may be tried again without an answer: it is one note. */
export function createNote(scope: Scope, subject: NoteSubject, note: { text: string; key?: string }) {
  return callOperation(noteOperations, "createNote", { params: scope, body: { ...subject, ...note } });
}

export function editNote(scope: Scope, id: string, text: string) {
  return callOperation(noteOperations, "editNote", { params: { ...scope, id }, body: { text } });
}
