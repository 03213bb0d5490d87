"use client";

import { useEffect } from "react";
import { countOf } from "#components/ui/counted-title.ts";

const separator = " – ";

/** Puts `text` in the place of the page's name in the title; what comes after it, such as the merchant, stays. */
export function useDocumentTitle(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    const rest = document.title.split(separator).slice(1);
    const wanted = [text.replaceAll(separator, " "), ...rest].join(separator);
    const set = () => {
      const title = countOf(document.title) + wanted;
      if (document.title !== title) document.title = title;
    };
    set();
    // The page's own metadata may be streamed in after this.
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [text]);
}
