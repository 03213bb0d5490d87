import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ChangeTagsInput } from "#lib/contract/tag.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";
import type { NoteSubject } from "./notes.ts";

const tagOperations = async () => (await import("#lib/contract/tag.ts")).tagOperations;

/** A record that tags are on: the subject of its notes, and its merchant's slug. */
export type Tagged = NoteSubject & { merchant: string };

/** All tags of an environment. */
export function tagsQuery(environment: string) {
  return queryOptions({
    queryKey: [...scopeKey({ environment, merchant: null }), "tags"],
    queryFn: ({ signal }) => callOperation(tagOperations, "listTags", { params: { environment }, signal }),
  });
}

export function recordTagsQuery(scope: Scope, subject: NoteSubject) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "record-tags", subject],
    queryFn: ({ signal }) => callOperation(tagOperations, "listRecordTags", { params: scope, query: subject, signal }),
  });
}

export function changeTags(environment: string, change: ChangeTagsInput) {
  return callOperation(tagOperations, "changeTags", { params: { environment }, body: change });
}

const tagged = new Set<unknown>(["transactions", "notifications", "payments", "tags", "record-tags"]);

/** Reads again everything of an environment that shows tags. */
export async function refreshTags(client: QueryClient, environment: string): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [of, , what] }) => of === environment && tagged.has(what) });
}
