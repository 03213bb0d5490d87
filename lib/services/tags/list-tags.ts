import { tagOperations, tagsSchema } from "#lib/contract/tag.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listTags as listStored } from "#lib/db/tags/record-tags.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { toNoteSubject } from "../notes/note-subject.ts";
import { loadTags, sortNames } from "./load-tags.ts";
import { openTag } from "./open-tag.ts";

type Tags = ReturnType<typeof tagsSchema.parse>;

/** The tags of the environment that are on records this account may see. */
export async function listTags(ctx: ServiceContext, environment: Environment): Promise<Tags> {
  requireRole(ctx, tagOperations.listTags);
  const scope = await visibleScope(ctx, environment);
  const rows = ctx.staff.isPresenting ? [] : await listStored(ctx.db, scope);
  return tagsSchema.parse({ items: sortNames(rows.map((row) => openTag(ctx.vault, row))) });
}

type Question = { environment: Environment; merchant: string; input: unknown };

/** The tags of one record. */
export async function listRecordTags(ctx: ServiceContext, { environment, merchant: slug, input }: Question): Promise<Tags> {
  requireRole(ctx, tagOperations.listRecordTags);
  const merchant = await requireMerchant(ctx, environment, slug);
  const about = toNoteSubject(parseInput(tagOperations.listRecordTags.query, input));
  const [items] = await loadTags(ctx, environment, [{ merchantId: merchant.id, ...about }]);
  return tagsSchema.parse({ items });
}
