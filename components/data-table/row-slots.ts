/**
 * Which row stands in which place of the page. A row keeps its place as long as it is there, and the next one takes the
 * place of one that went, so that scrolling changes what stands in the places and never the places themselves.
 */
export function toSlots({ first, size, rowCount }: { first: number; size: number; rowCount: number }): number[] {
  const count = Math.max(0, Math.min(size, rowCount - first));
  const indexes = Array.from({ length: count }, (_, at) => first + at);
  return indexes.toSorted((one, other) => (one % size) - (other % size));
}
