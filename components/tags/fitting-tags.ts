import { toTagKey } from "#lib/contract/tag-name.ts";

const shownMax = 8;

/** Existing tags that contain the text and are not there yet; those that begin with it come first. */
export function fittingTags(
  tags: readonly string[],
  { text, present }: { text: string; present: readonly string[] },
): readonly string[] {
  const typed = toTagKey(text);
  const taken = new Set(present.map(toTagKey));
  const fitting = tags.filter((tag) => !taken.has(toTagKey(tag)) && toTagKey(tag).includes(typed));
  return fitting
    .toSorted((left, right) => Number(toTagKey(right).startsWith(typed)) - Number(toTagKey(left).startsWith(typed)))
    .slice(0, shownMax);
}
