import { createHash, randomUUID } from "node:crypto";
import { type Note, noteOperations, noteSchema } from "#lib/contract/note.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { toUuid } from "#lib/core/uuid.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { changeNote, insertNote, lockNote, type NoteRow } from "#lib/db/settings/notes.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { requireNoteSubject, toNoteSubject } from "./note-subject.ts";
import { openNote, sealNote, toNote, toStoredText } from "./to-note.ts";

type Place = { environment: Environment; merchant: string };

/**
 * Writes a note about a stored transaction, payment or notification, with its audit row. Under a key that its author used for this
 * record before, that note takes the newer text. Throws `not_found` for any other record.
 */
export async function createNote(ctx: ServiceContext, { input, ...place }: Place & { input: unknown }): Promise<Note> {
  requireRole(ctx, noteOperations.createNote);
  const merchant = await requireMerchant(ctx, place.environment, place.merchant);
  const { text, key, ...subject } = parseInput(noteOperations.createNote.body, input);
  const about = toNoteSubject(subject);
  await requireNoteSubject(ctx.db, merchant, about);
  const id = key === undefined ? randomUUID() : toNoteId([ctx.staff.id, merchant.id, about.subject, about.subjectKey, key]);
  const row: NoteRow = {
    ...{ id, environment: merchant.environment, merchantId: merchant.id, ...about },
    text: sealNote(ctx, { id, text }),
    authorId: ctx.staff.id,
    authorEmail: ctx.staff.storedName,
    createdAt: new Date(ctx.clock.now()),
    editedAt: null,
  };
  const written = await ctx.db.transaction(async (tx) => {
    if (!(await insertNote(tx, row))) return replaceText(ctx, tx, { merchant, id, text });
    await audit(ctx, tx, { act: "note.created", merchant, row });
    return row;
  });
  return noteSchema.parse(toNote(ctx, written, await readNames(ctx)));
}

/** Changes one's own note, with its audit row. Throws `not_found`, and `forbidden` for another's. */
export async function editNote(ctx: ServiceContext, question: Place & { id: string; input: unknown }): Promise<Note> {
  requireRole(ctx, noteOperations.editNote);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  const { text } = parseInput(noteOperations.editNote.body, question.input);
  if (!isUuid(question.id)) throw new AppError("not_found");
  const edited = await ctx.db.transaction((tx) => replaceText(ctx, tx, { merchant, id: question.id, text }));
  return noteSchema.parse(toNote(ctx, edited, await readNames(ctx)));
}

type NewText = { merchant: MerchantRow; id: string; text: string };

/** A note that has the text already does not become an edited one. */
async function replaceText(ctx: ServiceContext, tx: Transaction, { merchant, id, text }: NewText): Promise<NoteRow> {
  const row = await lockNote(tx, { merchantId: merchant.id, id });
  if (!row) throw new AppError("not_found");
  if (row.authorId !== ctx.staff.id) throw new AppError("forbidden");
  if (openNote(ctx, row) === toStoredText(text)) return row;
  const change = { text: sealNote(ctx, { id: row.id, text }), editedAt: new Date(ctx.clock.now()) };
  await changeNote(tx, row.id, change);
  await audit(ctx, tx, { act: "note.edited", merchant, row });
  return { ...row, ...change };
}

function toNoteId(parts: readonly string[]): string {
  return toUuid(createHash("sha256").update(JSON.stringify(parts)).digest(), 8);
}

type Written = { act: "note.created" | "note.edited"; merchant: MerchantRow; row: NoteRow };

async function audit(
  { vault, staff, clock, peer }: ServiceContext,
  tx: Transaction,
  { act, merchant, row }: Written,
): Promise<void> {
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    staffId: staff.id,
    actor: staff.email,
    act,
    environment: merchant.environment,
    merchant: merchant.slug,
    target: row.subjectKey,
    detail: { note: row.id, subject: row.subject },
    peer,
  });
}
