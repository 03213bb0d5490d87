/**
 * Rows as the one parameter of `json_to_recordset`: Drizzle makes a parameter of each value of each row, which for a
 * hundred rows takes longer than PostgreSQL does. Half a surrogate pair, which PostgreSQL refuses, becomes U+FFFD.
 */
export function toJsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
}
