import "server-only";
import type { Environment } from "#lib/core/identifiers.ts";
import { type NoteSubject, notesQuery } from "#lib/queries/notes.ts";
import { recordTagsQuery } from "#lib/queries/tags.ts";
import { type Prefetch, prefetchOf } from "#lib/server/prefetch.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { listRecordNotes } from "#lib/services/notes/list-notes.ts";
import { listRecordTags } from "#lib/services/tags/list-tags.ts";

/** The notes and the tags of a record, which its page shows from the start. */
export function prefetchNotes(
  ctx: ServiceContext,
  scope: { environment: Environment; merchant: string },
  subject: NoteSubject,
): Prefetch[] {
  return [
    prefetchOf(notesQuery(scope, subject), () => listRecordNotes(ctx, { ...scope, input: subject })),
    prefetchOf(recordTagsQuery(scope, subject), () => listRecordTags(ctx, { ...scope, input: subject })),
  ];
}
