/**
 * Calls `load` when the page has loaded and is idle, so that it delays neither its scripts nor any input. Returns a function that
 * cancels it.
 */
export function whenIdle(load: () => void): () => void {
  if (document.readyState === "complete") return afterLoad(load);
  let cancel = () => removeEventListener("load", begin);
  function begin() {
    cancel = afterLoad(load);
  }
  addEventListener("load", begin, { once: true });
  return () => cancel();
}

function afterLoad(load: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(load, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
