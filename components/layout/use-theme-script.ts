"use client";

import { useEffect } from "react";

/** Where the browser drew the whole document (an address that leads nowhere), the script in its head has not run: it runs now. */
export function useThemeScript(): void {
  useEffect(() => {
    if (document.documentElement.dataset.theme !== undefined) return;
    document.head.append(Object.assign(document.createElement("script"), { src: "/theme.js" }));
  }, []);
}
