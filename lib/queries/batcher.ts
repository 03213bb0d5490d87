type Waiting<Value> = { key: string; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void };

/** Combines the requests of one turn of the event loop into batches of at most `most`. */
export function createBatcher<Value>(
  find: (group: string, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  most: number,
): (group: string, key: string) => Promise<Value | undefined> {
  const waiting = new Map<string, Waiting<Value>[]>();

  function start(group: string) {
    const requests = waiting.get(group) ?? [];
    waiting.delete(group);
    for (let from = 0; from < requests.length; from += most) void findAll(group, requests.slice(from, from + most));
  }

  async function findAll(group: string, requests: readonly Waiting<Value>[]) {
    try {
      const found = await find(group, [...new Set(requests.map(({ key }) => key))]);
      for (const { key, resolve } of requests) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }

  return (group, key) =>
    new Promise((resolve, reject) => {
      const requests = waiting.get(group) ?? [];
      if (requests.length === 0) setTimeout(() => start(group));
      waiting.set(group, [...requests, { key, resolve, reject }]);
    });
}
