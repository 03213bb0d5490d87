import { findRecordTags, type TagSubject } from "#lib/db/tags/record-tags.ts";
import type { ServiceContext } from "../context.ts";
import { openTag } from "./open-tag.ts";

/** The tags of each record, in the records' order; none while the session is on a shared screen. */
export async function loadTags(
  { db, vault, staff }: Pick<ServiceContext, "db" | "vault"> & { staff: Pick<ServiceContext["staff"], "isPresenting"> },
  environment: string,
  records: readonly TagSubject[],
): Promise<string[][]> {
  if (staff.isPresenting) return records.map(() => []);
  const rows = await findRecordTags(db, environment, [...new Map(records.map((record) => [keyOf(record), record])).values()]);
  const names = new Map<string, string>();
  for (const { environment: of, mark, name } of rows) {
    if (!names.has(mark)) names.set(mark, openTag(vault, { environment: of, mark, name }));
  }
  const tagsOf = Map.groupBy(rows, keyOf);
  return records.map((record) => sortNames((tagsOf.get(keyOf(record)) ?? []).map(({ mark }) => names.get(mark) ?? "")));
}

/** The record that tags of a ledger row are on: like a note, its reference, which a sale and its fee share. */
export function ofTransaction({
  merchantId,
  reference,
  id,
}: {
  merchantId: string;
  reference: string | null;
  id: string;
}): TagSubject {
  return reference === null
    ? { merchantId, subject: "id", subjectKey: id }
    : { merchantId, subject: "reference", subjectKey: reference };
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

export function sortNames(names: readonly string[]): string[] {
  return names.toSorted(collator.compare);
}

function keyOf({ merchantId, subject, subjectKey }: TagSubject): string {
  return `${merchantId} ${subject} ${subjectKey}`;
}
