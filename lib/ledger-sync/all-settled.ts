/** Waits for all, also when one fails, so that nothing goes on unseen; then throws the first failure. */
export async function allSettled<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}
