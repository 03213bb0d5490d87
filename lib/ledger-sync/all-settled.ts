/** Waits for all, even when one fails, so that no work continues unobserved; then throws the first failure. */
export async function allSettled<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((item) => {
    if (item.status === "rejected") throw item.reason;
    return item.value;
  });
}
