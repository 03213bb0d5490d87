/** The number before a tab's title, with its brackets and space; empty when there is none. */
export function countOf(title: string): string {
  const end = title.indexOf(") ");
  return title.startsWith("(") && end > 1 && Number.isInteger(Number(title.slice(1, end))) ? title.slice(0, end + 2) : "";
}

/** The title with this number before it; 0 shows none. */
export function withCount(title: string, count: number): string {
  const bare = title.slice(countOf(title).length);
  return count === 0 ? bare : `(${count}) ${bare}`;
}
