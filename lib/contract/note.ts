import { z } from "zod";
import { instantSchema } from "./common.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const longest = 4_000;

const textSchema = z
  .string(rule("note_empty"))
  .trim()
  .min(1, rule("note_empty"))
  .max(longest, rule("note_too_long", { count: longest }));

const keySchema = z.string().min(1).max(255);

/**
 * What a note is about: a transaction by its payment reference, or by the gateway's row id where it has none, a payment
 * taken from here, or a received notification.
 */
export const noteSubjectNames = ["reference", "id", "payment", "notification"] as const;
export type NoteSubjectName = (typeof noteSubjectNames)[number];

export const subjectShape = {
  ...{ reference: keySchema.optional(), id: keySchema.optional() },
  ...{ payment: keySchema.optional(), notification: keySchema.optional() },
};

export function isOne(input: Partial<Record<NoteSubjectName, string | undefined>>): boolean {
  return noteSubjectNames.filter((name) => input[name] !== undefined).length === 1;
}
export const oneOf = { path: ["reference"], ...rule("record_subject") };

export const listNotesInput = z.object(subjectShape).refine(isOne, oneOf);
export const createNoteInput = z
  .strictObject({
    ...subjectShape,
    text: textSchema,
    /** One note for an author, record and key: written again, it takes the newer text. */
    key: keySchema.optional(),
  })
  .refine(isOne, oneOf)
  .register(schemaNames, { id: "NewNote" });
export const editNoteInput = z.strictObject({ text: textSchema }).register(schemaNames, { id: "NoteChange" });

export const noteSchema = z
  .object({
    id: z.string(),
    /** Card numbers are masked before it is stored; hidden while the session is shown on a shared screen. */
    text: z.string(),
    /** The author's e-mail at that time. */
    author: z.string(),
    isMine: z.boolean(),
    createdAt: instantSchema,
    editedAt: instantSchema.nullable(),
  })
  .register(schemaNames, { id: "Note" });
export type Note = z.infer<typeof noteSchema>;

/** Oldest first. */
export const notesSchema = z.object({ items: z.array(noteSchema) }).register(schemaNames, { id: "Notes" });

export const noteOperations = defineOperations("Transactions", {
  listNotes: {
    method: "get",
    path: `${merchantPath}/notes`,
    summary: "What staff wrote down about a transaction, a payment or a notification",
    role: "viewer",
    query: listNotesInput,
    answers: { 200: { description: "Oldest first.", schema: notesSchema } },
  },
  createNote: {
    method: "post",
    path: `${merchantPath}/notes`,
    summary: "Write a note about a transaction, a payment or a notification; audited",
    role: "support",
    body: createNoteInput,
    example: { reference: "A", text: "x" },
    answers: { 201: { description: "The note; under a known `key` the same one with this text.", schema: noteSchema } },
  },
  editNote: {
    method: "patch",
    path: `${merchantPath}/notes/{id}`,
    summary: "Change a note of one's own; audited",
    role: "support",
    body: editNoteInput,
    example: { text: "x" },
    answers: { 200: { description: "The note.", schema: noteSchema } },
  },
});
