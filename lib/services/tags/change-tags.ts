import { tagOperations, tagsChangedSchema } from "#lib/contract/tag.ts";
import { tagsMax, toTagName } from "#lib/contract/tag-name.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { addTags, countTagsMax, removeTags, type TaggedRecord } from "#lib/db/tags/record-tags.ts";
import { updateTagWords } from "#lib/db/tags/tag-words.ts";
import { redactLogText } from "#lib/privacy/redact.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { toNoteSubject } from "../notes/note-subject.ts";
import { serviceText } from "../texts.ts";
import { findTagged } from "./find-tagged.ts";
import { sealTag } from "./open-tag.ts";
import { toTagMark } from "./tag-mark.ts";

type Question = { environment: Environment; input: unknown };
type OfMerchant = { merchant: MerchantRow; records: TaggedRecord[] };

/**
 * Puts the same tags on stored records, or takes them off: all or none. One audit row a merchant. Throws `not_found` for an
 * unknown record, and `invalid_input` when one would have too many tags.
 */
export async function changeTags(ctx: ServiceContext, { environment, input }: Question): Promise<{ records: number }> {
  requireRole(ctx, tagOperations.changeTags);
  const { records: asked, ...names } = parseInput(tagOperations.changeTags.body, input);
  const add = uniqueNames(ctx, names.add);
  const remove = uniqueNames(ctx, names.remove);
  if (add.some(({ name }) => redactLogText(name) !== name)) throw refused("add", serviceText("tag_private"));
  const groups: OfMerchant[] = [];
  for (const [slug, ofMerchant] of Map.groupBy(asked, ({ merchant }) => merchant)) {
    const merchant = await requireMerchant(ctx, environment, slug);
    groups.push({ merchant, records: await findTagged(ctx.db, merchant, ofMerchant.map(toNoteSubject)) });
  }
  const records = groups.flatMap((group) => group.records);
  await ctx.db.transaction(async (tx) => {
    await removeTags(tx, { environment, marks: remove.map(({ mark }) => mark), records });
    await addTags(tx, { tags: add.map((tag) => sealTag(ctx.vault, { environment, ...tag })), records });
    if ((await countTagsMax(tx, records)) > tagsMax) throw refused("add", contractText("record_tags_too_many"));
    await updateTagWords(tx, { environment, records });
    for (const group of groups) await audit(ctx, tx, { ...group, add, remove });
  });
  return tagsChangedSchema.parse({ records: records.length });
}

type Named = { mark: string; name: string };

/** Each tag once, as it was written first. */
function uniqueNames({ vault }: ServiceContext, names: readonly string[]): Named[] {
  const tags = names.map((name): [string, string] => [toTagMark(vault, name), toTagName(name)]);
  return [...new Map(tags.toReversed())].map(([mark, name]) => ({ mark, name }));
}

function refused(field: string, text: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field, ...text }] });
}

type Changed = OfMerchant & { add: readonly Named[]; remove: readonly Named[] };

async function audit(
  { vault, staff, clock, peer }: ServiceContext,
  tx: Transaction,
  { merchant, records, add, remove }: Changed,
): Promise<void> {
  const keys = records.map(({ subjectKey }) => subjectKey);
  const [only] = records.length === 1 ? records : [];
  const namesOf = (tags: readonly Named[]) => tags.map(({ name }) => name);
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    staffId: staff.id,
    actor: staff.email,
    act: "tags.changed",
    environment: merchant.environment,
    merchant: merchant.slug,
    ...(only && { target: only.subjectKey }),
    detail: { added: namesOf(add), removed: namesOf(remove), ...(only ? { subject: only.subject } : { records: keys }) },
    peer,
  });
}
