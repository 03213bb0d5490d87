"use client";

import { useEffect } from "react";

const separator = " – ";

/** Puts `text` in the place of the page's name in the title; what comes after it, such as the merchant, stays. */
export function useDocumentTitle(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    const rest = document.title.split(separator).slice(1);
    const wanted = [text.replaceAll(separator, " "), ...rest].join(separator);
    const set = () => {
      if (document.title !== wanted) document.title = wanted;
    };
    set();
    // The page's own metadata may be streamed in after this.
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [text]);
}
