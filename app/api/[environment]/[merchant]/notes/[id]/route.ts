import { staffRoute } from "#lib/server/route.ts";
import { editNote } from "#lib/services/notes/write-note.ts";

export const PATCH = staffRoute({ role: "support" }, ({ ctx, params: { environment, merchant = "", id = "" }, input }) =>
  editNote(ctx, { environment, merchant, id, input }),
);
