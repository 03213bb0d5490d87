/** Tracks up to which page all are done, and how many rows these had, in whatever order they end. */
export function createPagesDone(first: { page: number; rows: number }): {
  add(page: { page: number; rows: number }): { page: number; rows: number };
} {
  const ahead = new Map<number, number>();
  let upTo = first;
  return {
    add({ page, rows }) {
      ahead.set(page, rows);
      for (let next = ahead.get(upTo.page + 1); next !== undefined; next = ahead.get(upTo.page + 1)) {
        ahead.delete(upTo.page + 1);
        upTo = { page: upTo.page + 1, rows: upTo.rows + next };
      }
      return upTo;
    },
  };
}
