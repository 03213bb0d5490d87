"use client";

import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { type LiveState, useLiveState } from "./live-provider.tsx";

const tones: Record<LiveState, Tone> = {
  live: "success",
  connecting: "active",
  reconnecting: "warning",
  paused: "neutral",
};

/** Whether the page receives live updates, as word and shape. */
export function LiveMark() {
  const t = useTranslations("live");
  const state = useLiveState();
  return (
    <span role="status" className="text-xs">
      <StatusMark tone={tones[state]}>{t(state)}</StatusMark>
    </span>
  );
}
