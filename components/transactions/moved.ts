type Move<Item> = { items: readonly Item[]; target: Item; isBefore: boolean };

/** The list with `items`, in their own order, moved beside `target`. */
export function moved<Item>(list: readonly Item[], { items, target, isBefore }: Move<Item>): Item[] {
  if (items.includes(target)) return [...list];
  const moving = list.filter((item) => items.includes(item));
  const rest = list.filter((item) => !items.includes(item));
  return rest.toSpliced(rest.indexOf(target) + (isBefore ? 0 : 1), 0, ...moving);
}
