"use client";

import { useTranslations } from "next-intl";
import { type LiveState, useLiveState } from "./live-provider.tsx";

const dots: Record<LiveState, string> = {
  live: "bg-(--tone-success)",
  connecting: "border-2 border-accent",
  reconnecting: "border-2 border-(--tone-warning)",
  paused: "border-2 border-muted",
};

/** Whether the page receives live updates: a dot, filled while it does; the word where there is room. */
export function LiveMark() {
  const t = useTranslations("live");
  const state = useLiveState();
  return (
    <span role="status" title={t(state)} className="flex items-center gap-1.5 px-1.5 text-muted text-xs">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
      <span className="max-xl:sr-only">{t(state)}</span>
    </span>
  );
}
