import type { NoteSubjectName } from "#lib/contract/note.ts";
import { AppError } from "#lib/core/errors.ts";
import { isUuid } from "#lib/core/identifiers.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findDeliveries } from "#lib/db/notifications/notifications.ts";
import { findPaymentsById } from "#lib/db/payments/payments.ts";
import type { TaggedRecord } from "#lib/db/tags/record-tags.ts";
import { findTransactionsById, findTransactionsByReference, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { NoteSubject } from "../notes/note-subject.ts";
import { ofTransaction } from "./load-tags.ts";

type Find = (db: Queryable, merchant: MerchantRow, keys: readonly string[]) => Promise<Found[]>;
/** `asked`: the key that found it. */
type Found = TaggedRecord & { asked: string };

const finders: Readonly<Record<NoteSubjectName, Find>> = {
  reference: async (db, merchant, references) => {
    const scope = { environment: merchant.environment, merchantIds: [merchant.id] };
    const rows = await findTransactionsByReference(db, { ...scope, references });
    return rows.map((row) => ({ ...toTagged(merchant, row), asked: row.reference ?? "" }));
  },
  id: async (db, merchant, ids) => {
    const rows = await findTransactionsById(db, { merchantId: merchant.id, ids });
    return rows.map((row) => ({ ...toTagged(merchant, row), asked: row.id }));
  },
  payment: async (db, merchant, ids) => {
    const rows = await findPaymentsById(db, ids.filter(isUuid));
    return rows
      .filter(({ merchantId }) => merchantId === merchant.id)
      .map(({ id, createdAt }) => ({ ...ofRecord(merchant, "payment", id), at: createdAt }));
  },
  notification: async (db, { ...merchant }, ids) => {
    const rows = await findDeliveries(db, { merchantId: merchant.id, ids: ids.filter(isUuid) });
    return rows.map(({ id, receivedAt }) => ({ ...ofRecord(merchant, "notification", id), at: receivedAt }));
  },
};

function toTagged({ environment }: MerchantRow, row: TransactionRow): TaggedRecord {
  return { environment, ...ofTransaction(row), recordId: null, at: row.occurredAt };
}

function ofRecord({ environment, id: merchantId }: MerchantRow, subject: "payment" | "notification", id: string) {
  return { environment, merchantId, subject, subjectKey: id, recordId: id, asked: id };
}

/** The records of a merchant that tags are put on, each once, as newest row. Throws `not_found` unless the merchant has all. */
export async function findTagged(db: Queryable, merchant: MerchantRow, asked: readonly NoteSubject[]): Promise<TaggedRecord[]> {
  const found = new Map<string, TaggedRecord>();
  for (const [subject, subjects] of Map.groupBy(asked, (item) => item.subject)) {
    const missing = new Set(subjects.map(({ subjectKey }) => subjectKey));
    for (const { asked: key, ...record } of await finders[subject](db, merchant, [...missing])) {
      missing.delete(key);
      const name = `${record.subject} ${record.subjectKey}`;
      const before = found.get(name);
      if (!before || before.at < record.at) found.set(name, record);
    }
    if (missing.size > 0) throw new AppError("not_found");
  }
  return [...found.values()];
}
