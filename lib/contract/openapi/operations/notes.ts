import { bundleInput } from "../../bundle.ts";
import { createNoteInput, editNoteInput, listNotesInput, noteSchema, notesSchema } from "../../note.ts";
import { gatewayErrors, merchantPath, type Operation } from "../operation.ts";

const note = { tag: "Transactions", errors: [] } as const;

export const noteOperations: readonly Operation[] = [
  {
    ...note,
    id: "listNotes",
    method: "get",
    path: `${merchantPath}/notes`,
    summary: "What staff wrote down about a transaction",
    role: "viewer",
    query: listNotesInput,
    answers: { 200: { description: "Oldest first.", schema: notesSchema } },
  },
  {
    ...note,
    id: "createNote",
    method: "post",
    path: `${merchantPath}/notes`,
    summary: "Write a note about a transaction; audited",
    role: "support",
    body: createNoteInput,
    answers: { 201: { description: "The note.", schema: noteSchema } },
  },
  {
    ...note,
    id: "editNote",
    method: "patch",
    path: `${merchantPath}/notes/{id}`,
    summary: "Change a note of one's own; audited",
    role: "support",
    body: editNoteInput,
    answers: { 200: { description: "The note.", schema: noteSchema } },
  },
  {
    id: "makeBundle",
    method: "get",
    path: `${merchantPath}/bundle`,
    tag: "Transactions",
    summary: "One redacted file for a ticket: a payment or transaction with its notifications, calls and timings",
    role: "viewer",
    query: bundleInput,
    answers: { 200: { description: "Markdown or JSON, as a file.", contentType: "text/markdown" } },
    errors: gatewayErrors,
  },
];
