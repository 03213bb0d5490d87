import { type NoteSubjectName, noteSubjectNames } from "#lib/contract/note.ts";
import { AppError } from "#lib/core/errors.ts";
import { isUuid } from "#lib/core/identifiers.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findDelivery } from "#lib/db/notifications/notifications.ts";
import { findPaymentView } from "#lib/db/payments/payments.ts";
import { findTransactionsById, findTransactionsByReference } from "#lib/db/transactions/transactions.ts";

/** What a note is about, as the table of notes names it. */
export type NoteSubject = { subject: NoteSubjectName; subjectKey: string };

/** The one member of an input that says what the note is about. */
export function toNoteSubject(input: Partial<Record<NoteSubjectName, string | undefined>>): NoteSubject {
  const subject = noteSubjectNames.find((name) => input[name] !== undefined) ?? "reference";
  return { subject, subjectKey: input[subject] ?? "" };
}

type Search = (db: Queryable, merchant: MerchantRow, key: string) => Promise<boolean>;

const searches: Readonly<Record<NoteSubjectName, Search>> = {
  reference: async (db, { environment, id }, key) =>
    (await findTransactionsByReference(db, { environment, merchantIds: [id], references: [key] })).length > 0,
  id: async (db, { id: merchantId }, key) => (await findTransactionsById(db, { merchantId, ids: [key] })).length > 0,
  payment: async (db, { id: merchantId }, id) => isUuid(id) && (await findPaymentView(db, { merchantId, id })) !== undefined,
  notification: async (db, { id: merchantId }, id) => isUuid(id) && (await findDelivery(db, { merchantId, id })) !== undefined,
};

/** Throws `not_found` unless the merchant has the record. */
export async function requireNoteSubject(db: Queryable, merchant: MerchantRow, about: NoteSubject): Promise<void> {
  if (!(await searches[about.subject](db, merchant, about.subjectKey))) throw new AppError("not_found");
}
