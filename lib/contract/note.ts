import { z } from "zod";
import { instantSchema } from "./common.ts";

const longest = 4_000;

const textSchema = z
  .string({ error: "Write something." })
  .trim()
  .min(1, "Write something.")
  .max(longest, `A note has at most ${longest} characters.`);

const keySchema = z.string().min(1).max(255);

/** What a transaction's page is found by: its payment reference, or the gateway's row id where it has none. */
const subjectShape = { reference: keySchema.optional(), id: keySchema.optional() };

function isOne({ reference, id }: { reference?: string; id?: string }): boolean {
  return (reference === undefined) !== (id === undefined);
}
const oneOf = { path: ["reference"], message: "Give either reference or id." };

export const listNotesInput = z.object(subjectShape).refine(isOne, oneOf);
export const createNoteInput = z.strictObject({ ...subjectShape, text: textSchema }).refine(isOne, oneOf);
export const editNoteInput = z.strictObject({ text: textSchema });

export const noteSchema = z.object({
  id: z.string(),
  /** Card numbers are masked before it is stored; hidden while the session is shown on a shared screen. */
  text: z.string(),
  /** E-mail of who wrote it, as it was then. */
  author: z.string(),
  isMine: z.boolean(),
  createdAt: instantSchema,
  editedAt: instantSchema.nullable(),
});
export type Note = z.infer<typeof noteSchema>;

/** Oldest first. */
export const notesSchema = z.object({ items: z.array(noteSchema) });
