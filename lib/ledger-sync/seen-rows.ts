import type { Transaction } from "#lib/gateway/records.ts";

/** Distinguishes pages with new rows from pages that only repeat earlier rows. */
export type SeenRows = {
  /** False when every row was already on an earlier page. */
  add(rows: readonly Transaction[]): boolean;
  /** The number of rows; those with an id are counted once. */
  count(): number;
  ids: ReadonlySet<string>;
};

export function createSeenRows(): SeenRows {
  const ids = new Set<string>();
  const contents = new Set<string>();
  let withoutId = 0;
  return {
    ids,
    count: () => ids.size + withoutId,
    add(rows) {
      const before = ids.size + contents.size;
      let own = 0;
      for (const { id, raw } of rows) {
        if (id) {
          ids.add(id);
        } else {
          contents.add(JSON.stringify(raw));
          own++;
        }
      }
      const isNew = ids.size + contents.size > before;
      if (isNew) withoutId += own;
      return isNew;
    },
  };
}
