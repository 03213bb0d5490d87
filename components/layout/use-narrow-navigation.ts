"use client";

import { useSyncExternalStore } from "react";

const changed = "navigationchange";

/** Whether the navigation shows only icons, and a function to switch. `public/theme.js` sets the stored choice before the first paint. */
export function useNarrowNavigation(): [isNarrow: boolean, toggle: () => void] {
  const isNarrow = useSyncExternalStore(
    watch,
    () => document.documentElement.dataset.navigation === "narrow",
    () => false,
  );
  function toggle() {
    const { dataset } = document.documentElement;
    if (isNarrow) delete dataset.navigation;
    else dataset.navigation = "narrow";
    try {
      localStorage.setItem("navigation", isNarrow ? "wide" : "narrow");
    } catch {
      // Without storage the choice lasts until the page is loaded again.
    }
    dispatchEvent(new Event(changed));
  }
  return [isNarrow, toggle];
}

function watch(listen: () => void): () => void {
  addEventListener(changed, listen);
  return () => removeEventListener(changed, listen);
}
