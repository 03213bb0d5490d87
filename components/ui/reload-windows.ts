const key = "counterfoil.reload-windows";

/** Loads this window and the browser's others anew, after a change of what the session may see. */
export function reloadWindows(): void {
  try {
    // Both are heard by the other windows; nothing stays stored.
    localStorage.setItem(key, "now");
    localStorage.removeItem(key);
  } catch {
    // Without browser storage the other windows change when they are next loaded.
  }
  reloadAtTop();
}

/** Loads this window anew when another one asks for it, until the returned function is called. */
export function followReloads(): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) reloadAtTop();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** A reload would restore the scroll position by what was in view, which hides the title where everything above has grown. */
function reloadAtTop(): void {
  location.replace(location.pathname + location.search);
}
