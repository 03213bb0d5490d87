/** A JSON value whose objects are lists of members sorted by name, so that equal content gives equal text. */
export function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, member]) => [key, sortedMembers(member)]);
}
