"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { PageNotice } from "#components/ui/page-notice.tsx";
import { readScreenState } from "#lib/queries/screen-state.ts";
import { useLiveState } from "./live-provider.tsx";

/** A connection that recovers within this time is not reported. */
const patienceMs = 4_000;

/** Shows on every page that the server is unreachable, so that the data is understood to be as last read. */
export function AwayNotice() {
  const t = useTranslations("live");
  const isOnline = useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  );
  const isReconnecting = useLiveState() === "reconnecting";
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isReconnecting) return setLong(false);
    const timer = setTimeout(() => setLong(true), readScreenState() === "offline" ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [isReconnecting]);
  return <PageNotice notice={isOnline && !isLong ? undefined : { tone: "warning", title: t("away"), text: t("awayText") }} />;
}

function watchOnline(listen: () => void): () => void {
  addEventListener("online", listen);
  addEventListener("offline", listen);
  return () => {
    removeEventListener("online", listen);
    removeEventListener("offline", listen);
  };
}
