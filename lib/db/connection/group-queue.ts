type Waiting<Item> = {
  item: Item;
  signal: AbortSignal;
  /** Called once, with undefined when the item is committed. */
  settle(error?: unknown): void;
};

export type GroupMember<Item> = Waiting<Item>;

export type GroupQueueOptions<Item> = {
  /** How many groups are committed at the same time. */
  lanes: number;
  itemsMax: number;
  /** A group contains at least one item, however heavy. */
  weightMax: number;
  weigh(item: Item): number;
  /** Settles each member; members it leaves unsettled count as failed. */
  commit(members: readonly GroupMember<Item>[]): Promise<void>;
};

export type GroupQueue<Item> = {
  /** Resolves when the item is committed; rejects when it is not, or at once when `signal` is aborted while it waits. */
  add(item: Item, signal: AbortSignal): Promise<void>;
};

/** Collects items while a commit is under way, so that many share the next one; an idle queue commits without delay. */
export function createGroupQueue<Item>({ lanes, itemsMax, weightMax, weigh, commit }: GroupQueueOptions<Item>): GroupQueue<Item> {
  const waiting = new Set<Waiting<Item>>();
  let busy = 0;

  function dequeueGroup(): Waiting<Item>[] {
    const group: Waiting<Item>[] = [];
    let weight = 0;
    for (const next of waiting) {
      weight += weigh(next.item);
      if (group.length > 0 && (group.length >= itemsMax || weight > weightMax)) break;
      group.push(next);
      waiting.delete(next);
    }
    return group;
  }

  async function work(): Promise<void> {
    busy++;
    while (waiting.size > 0) await commitAll(dequeueGroup());
    busy--;
  }

  async function commitAll(group: readonly Waiting<Item>[]): Promise<void> {
    const failure = await commit(group).then(
      () => new Error("The group ended without a decision."),
      (cause: unknown) => cause,
    );
    for (const { settle } of group) settle(failure);
  }

  return {
    add: (item, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const next: Waiting<Item> = {
          item,
          signal,
          settle(error) {
            signal.removeEventListener("abort", onAbort);
            if (error === undefined) resolve();
            else reject(error);
          },
        };
        const onAbort = () => {
          waiting.delete(next);
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.add(next);
        // Items added in the same turn of the event loop join the group.
        if (busy < lanes && waiting.size === 1) setImmediate(() => void work());
      }),
  };
}
