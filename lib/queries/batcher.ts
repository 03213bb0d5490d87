type Waiting<Value> = { key: string; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void };

/** Combines the requests of one turn of the event loop into batches of at most `most`. */
export function createBatcher<Value>(
  find: (group: string, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  most: number,
): (group: string, key: string) => Promise<Value | undefined> {
  const waiting = new Map<string, Waiting<Value>[]>();

  function start(group: string) {
    const asked = waiting.get(group) ?? [];
    waiting.delete(group);
    for (let from = 0; from < asked.length; from += most) void findAll(group, asked.slice(from, from + most));
  }

  async function findAll(group: string, asked: readonly Waiting<Value>[]) {
    try {
      const found = await find(group, [...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (group, key) =>
    new Promise((resolve, reject) => {
      const asked = waiting.get(group) ?? [];
      if (asked.length === 0) setTimeout(() => start(group));
      waiting.set(group, [...asked, { key, resolve, reject }]);
    });
}
