/**
 * Rows as the single parameter of `json_to_recordset`: Drizzle makes one parameter of each value, which for a hundred
 * rows takes longer than the query itself. An unpaired surrogate, which PostgreSQL rejects, becomes U+FFFD.
 */
export function toJsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
}
