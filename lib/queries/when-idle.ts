/** Calls `load` when the page is idle, so that it delays no input. Returns a function that cancels it. */
export function whenIdle(load: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(load, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
