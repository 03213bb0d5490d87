type Slot = { running: Promise<unknown>; next?: Promise<unknown> };

/**
 * Coalesces concurrent calls with the same key. A caller never gets the result of a call that began before it arrived: it
 * shares the next one, which begins when the running one has ended.
 */
export function createJoiner(): <Value>(key: string, ask: () => Promise<Value>) => Promise<Value> {
  const slots = new Map<string, Slot>();
  const start = <Value>(key: string, ask: () => Promise<Value>): Promise<Value> => {
    const running = ask();
    const slot: Slot = { running };
    slots.set(key, slot);
    const end = () => {
      if (slots.get(key) === slot && !slot.next) slots.delete(key);
    };
    running.then(end, end);
    return running;
  };
  return <Value>(key: string, ask: () => Promise<Value>): Promise<Value> => {
    const slot = slots.get(key);
    if (!slot) return start(key, ask);
    slot.next ??= slot.running.then(
      () => start(key, ask),
      () => start(key, ask),
    );
    return slot.next as Promise<Value>;
  };
}
