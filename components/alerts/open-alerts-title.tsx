"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { withCount } from "#components/ui/counted-title.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { openAlertsQuery } from "#lib/queries/alerts.ts";

/** Puts the number of open alerts before the title of the tab, where it shows while another tab is open. */
export function OpenAlertsTitle() {
  const { environment } = useEnvironment();
  const { data: open = 0 } = useQuery(openAlertsQuery(environment));
  useEffect(() => {
    const set = () => {
      const wanted = withCount(document.title, open);
      if (document.title !== wanted) document.title = wanted;
    };
    set();
    // Each page sets its own title.
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = withCount(document.title, 0);
    };
  }, [open]);
  return null;
}
