"use client";

import { useEffect } from "react";

/** Runs the theme script now when React rendered the whole document in the browser (an unknown address): scripts inserted that way do not run. */
export function useThemeScript(): void {
  useEffect(() => {
    if (document.documentElement.dataset.theme !== undefined) return;
    document.head.append(Object.assign(document.createElement("script"), { src: "/theme.js" }));
  }, []);
}
