/**
 * Assigns rows to DOM slots. A row keeps its slot while it is rendered, and a new row reuses the slot of a removed one,
 * so that scrolling changes the content of the slots and never the elements.
 */
export function toSlots({ first, size, rowCount }: { first: number; size: number; rowCount: number }): number[] {
  const count = Math.max(0, Math.min(size, rowCount - first));
  const indexes = Array.from({ length: count }, (_, index) => first + index);
  return indexes.toSorted((left, right) => (left % size) - (right % size));
}
