/** Tells up to which page all are done, in whatever order they end. */
export function createPagesDone(first: number): { add(page: number): number } {
  const ahead = new Set<number>();
  let upTo = first - 1;
  return {
    add(page) {
      ahead.add(page);
      while (ahead.delete(upTo + 1)) upTo++;
      return upTo;
    },
  };
}
