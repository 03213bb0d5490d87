import { and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { recordTag, tag } from "../schema/tag.ts";

export type TagRow = typeof tag.$inferSelect;
export type RecordTagRow = typeof recordTag.$inferSelect;
export type TagSubject = Pick<RecordTagRow, "merchantId" | "subject" | "subjectKey">;
/** A record that tags are put on or taken off. */
export type TaggedRecord = Omit<RecordTagRow, "mark">;

const listedMax = 1_000;

/** Tags that are on a record of these merchants, in no order. */
export async function listTags(db: Queryable, scope: MerchantScope): Promise<TagRow[]> {
  if (isEmptyScope(scope)) return [];
  const use = db
    .select({ one: sql`1` })
    .from(recordTag)
    .where(and(eq(recordTag.mark, tag.mark), inScope(scope, recordTag)));
  return db
    .select()
    .from(tag)
    .where(and(eq(tag.environment, scope.environment), exists(use)))
    .limit(listedMax);
}

/** The tags of records of one environment. */
export async function findRecordTags(
  db: Queryable,
  environment: string,
  records: readonly TagSubject[],
): Promise<(TagSubject & TagRow)[]> {
  if (records.length === 0) return [];
  return db
    .select({
      ...{ merchantId: recordTag.merchantId, subject: recordTag.subject, subjectKey: recordTag.subjectKey },
      ...{ environment: tag.environment, mark: tag.mark, name: tag.name },
    })
    .from(recordTag)
    .innerJoin(tag, and(eq(tag.environment, recordTag.environment), eq(tag.mark, recordTag.mark)))
    .where(and(eq(recordTag.environment, environment), isOneOf(records)))
    .orderBy(asc(tag.mark));
}

function isOneOf(records: readonly TagSubject[]): SQL {
  return sql`(${recordTag.merchantId}, ${recordTag.subjectKey}, ${recordTag.subject}) in (
    select * from unnest(${sql.param(records.map(({ merchantId }) => merchantId))}::uuid[],
      ${sql.param(records.map(({ subjectKey }) => subjectKey))}::text[], ${sql.param(records.map(({ subject }) => subject))}::text[]))`;
}

/** Puts tags on records. Locks the tags, so that none is removed with its last use meanwhile. */
export async function addTags(
  tx: Queryable,
  { tags, records }: { tags: readonly TagRow[]; records: readonly TaggedRecord[] },
): Promise<void> {
  if (tags.length === 0 || records.length === 0) return;
  const sorted = tags.toSorted((left, right) => (left.mark < right.mark ? -1 : 1));
  await tx
    .insert(tag)
    .values(sorted)
    .onConflictDoUpdate({ target: [tag.environment, tag.mark], set: { mark: sql`excluded.mark` } });
  const rows = records.flatMap((record) => sorted.map(({ mark }) => ({ ...record, mark })));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insert(recordTag)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoNothing();
  }
}

const rowsAtOnce = 1_000;

/** Takes tags off records; a tag without any use left is removed. */
export async function removeTags(
  tx: Queryable,
  { environment, marks, records }: { environment: string; marks: readonly string[]; records: readonly TagSubject[] },
): Promise<void> {
  if (marks.length === 0 || records.length === 0) return;
  const isMarked = sql`= any(${sql.param([...marks])}::text[])`;
  await tx.execute(sql`select from tag where environment = ${environment} and mark ${isMarked} order by mark for update`);
  await tx
    .delete(recordTag)
    .where(and(eq(recordTag.environment, environment), isOneOf(records), sql`${recordTag.mark} ${isMarked}`));
  await tx.execute(sql`delete from tag where environment = ${environment} and mark ${isMarked} and not exists (
    select from record_tag used where used.environment = tag.environment and used.mark = tag.mark)`);
}

/** The largest number of tags on one of the records. */
export async function countTagsMax(tx: Queryable, records: readonly TagSubject[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from record_tag where ${isOneOf(records)}
    group by merchant_id, subject, subject_key order by count(*) desc limit 1`);
  return rows[0]?.count ?? 0;
}

/** The uses of a tag on records of one kind, for a join. */
export function hasTag({ environment, mark, subject }: Pick<RecordTagRow, "environment" | "mark" | "subject">): SQL {
  return sql`(${recordTag.environment} = ${environment} and ${recordTag.mark} = ${mark} and ${recordTag.subject} = ${subject})`;
}

/** Removes tags from records older than `before`, which retention removed, and then tags without any use. */
export async function removeOldTags(
  db: Queryable,
  { environment, subjects, before }: { environment: string; subjects: readonly RecordTagRow["subject"][]; before: Date },
): Promise<void> {
  await db.execute(sql`delete from record_tag where environment = ${environment}
    and subject = any(${sql.param([...subjects])}::text[]) and at < ${before.toISOString()}::timestamptz`);
  await db.execute(sql`delete from tag where environment = ${environment} and not exists (
    select from record_tag used where used.environment = tag.environment and used.mark = tag.mark)`);
}

/** Removes the tags of an environment. */
export async function deleteTags(tx: Queryable, environment: string): Promise<void> {
  await tx.delete(recordTag).where(eq(recordTag.environment, environment));
  await tx.delete(tag).where(eq(tag.environment, environment));
}
