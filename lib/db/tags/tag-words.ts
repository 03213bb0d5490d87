import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { toIdentifierText } from "../search/identifiers.ts";
import type { TagSubject } from "./record-tags.ts";

/** A tag as a value of the column `identifiers`. No normalised value begins with a small letter, so no search finds it. */
export function toTagValue(mark: string): string {
  return `k${mark}`;
}

type Row = { merchantId: string; id: string; reference: string | null; identifiers?: string | null };

/** Rows of one merchant as they are stored, with the tags that their reference or id already has. */
export async function withTagWords<Stored extends Row>(db: Queryable, rows: readonly Stored[]): Promise<Stored[]> {
  const [first] = rows;
  if (!first) return [];
  const keys = [...new Set(rows.map(({ reference, id }) => reference ?? id))];
  const { rows: tags } = await db.execute<{ key: string; mark: string }>(sql`
    select subject || ' ' || subject_key as key, mark from record_tag
    where merchant_id = ${first.merchantId}::uuid and subject_key = any(${sql.param(keys)}::text[])
      and subject in ('reference', 'id')`);
  if (tags.length === 0) return [...rows];
  const marksOf = Map.groupBy(tags, ({ key }) => key);
  return rows.map((row) => {
    const marks = marksOf.get(row.reference === null ? `id ${row.id}` : `reference ${row.reference}`) ?? [];
    const words = toIdentifierText(marks.map(({ mark }) => ({ field: "tag", value: toTagValue(mark) })));
    return { ...row, identifiers: [row.identifiers, words].filter(Boolean).join("\n") || null };
  });
}

/**
 * Makes the words of transactions equal to their tags. Locks the rows' keys first, as a ledger sync does that replaces rows:
 * it reads the tags after that.
 */
export async function updateTagWords(
  tx: Queryable,
  { environment, records }: { environment: string; records: readonly TagSubject[] },
): Promise<void> {
  for (const [merchantId, ofMerchant] of Map.groupBy(records, (record) => record.merchantId)) {
    const keysOf = (subject: TagSubject["subject"]) =>
      sql.param(ofMerchant.filter((record) => record.subject === subject).map(({ subjectKey }) => subjectKey));
    const isMeant = sql`environment = ${environment} and merchant_id = ${merchantId}::uuid
      and (reference = any(${keysOf("reference")}::text[]) or (reference is null and id = any(${keysOf("id")}::text[])))`;
    await tx.execute(sql`select from transaction_key where merchant_id = ${merchantId}::uuid
      and id in (select id from transaction where ${isMeant}) order by id for update`);
    // The other words stay in their order.
    await tx.execute(sql`update transaction set identifiers = nullif(concat_ws(E'\n',
        nullif(array_to_string(array(select word from unnest(string_to_array(identifiers, E'\n')) with ordinality as known(word, place)
          where word not like E'%\tk' order by place), E'\n'), ''),
        (select string_agg('k' || mark || E'\tk', E'\n' order by mark) from record_tag where record_tag.merchant_id = transaction.merchant_id
          and ((subject = 'reference' and subject_key = transaction.reference)
            or (subject = 'id' and subject_key = transaction.id and transaction.reference is null)))), '')
      where ${isMeant}`);
  }
}
