import type { z } from "zod";
import { noteOperations, notesSchema } from "#lib/contract/note.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listNotes } from "#lib/db/settings/notes.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { toNoteSubject } from "./note-subject.ts";
import { toNote } from "./to-note.ts";

type Question = { environment: Environment; merchant: string; input: unknown };

/** Staff notes about a record of a merchant, oldest first. */
export async function listRecordNotes(ctx: ServiceContext, question: Question): Promise<z.infer<typeof notesSchema>> {
  requireRole(ctx, noteOperations.listNotes);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  const about = toNoteSubject(parseInput(noteOperations.listNotes.query, question.input));
  const rows = await listNotes(ctx.db, { merchantId: merchant.id, ...about });
  const nameOf = await readNames(ctx);
  return notesSchema.parse({ items: rows.map((row) => toNote(ctx, row, nameOf)) });
}
