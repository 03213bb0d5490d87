type Rows = { loaded: number; hasMore: boolean; total: number | null | undefined };

export type RowCount = { kind: "counting" } | { kind: "all" | "more"; count: number };

/** How many rows a list has: the loaded ones are all of them only when no more follow. */
export function toRowCount({ loaded, hasMore, total }: Rows): RowCount {
  if (total === null) return { kind: "counting" };
  if (total !== undefined) return { kind: "all", count: total };
  return { kind: hasMore ? "more" : "all", count: loaded };
}
