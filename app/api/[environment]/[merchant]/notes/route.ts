import { created } from "#lib/server/respond.ts";
import { staffRoute } from "#lib/server/route.ts";
import { listTransactionNotes } from "#lib/services/notes/list-notes.ts";
import { createNote } from "#lib/services/notes/write-note.ts";

export const GET = staffRoute({ role: "viewer" }, ({ ctx, params: { environment, merchant = "" }, input }) =>
  listTransactionNotes(ctx, { environment, merchant, input }),
);

export const POST = staffRoute({ role: "support" }, async ({ ctx, params: { environment, merchant = "" }, input }) =>
  created(await createNote(ctx, { environment, merchant, input })),
);
