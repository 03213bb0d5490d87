import { queryOptions } from "@tanstack/react-query";
import { fetchJson, toQueryString } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

/** A transaction as its page is found: by reference, or by row id where it has none. */
export type NoteSubject = { reference: string } | { id: string };

export function notesQuery(scope: Scope, subject: NoteSubject) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notes", subject],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/notes${toQueryString(subject)}`, {
        schema: async () => (await import("../contract/note.ts")).notesSchema,
        signal,
      }),
  });
}

export function createNote(scope: Scope, subject: NoteSubject, text: string) {
  return fetchJson(`${scopePath(scope)}/notes`, {
    method: "POST",
    body: { ...subject, text },
    schema: async () => (await import("../contract/note.ts")).noteSchema,
  });
}

export function editNote(scope: Scope, id: string, text: string) {
  return fetchJson(`${scopePath(scope)}/notes/${encodeURIComponent(id)}`, {
    method: "PATCH",
    body: { text },
    schema: async () => (await import("../contract/note.ts")).noteSchema,
  });
}
