"use client";

import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { type LiveState, useLiveState } from "./live-provider.tsx";

const words: Record<LiveState, { tone: Tone; text: string }> = {
  live: { tone: "success", text: "Live" },
  connecting: { tone: "active", text: "Connecting" },
  reconnecting: { tone: "warning", text: "Reconnecting" },
  paused: { tone: "neutral", text: "Paused" },
};

/** Whether rows arrive by themselves, by word and shape. */
export function LiveMark() {
  const { tone, text } = words[useLiveState()];
  return (
    <span role="status" className="text-xs">
      <StatusMark tone={tone}>{text}</StatusMark>
    </span>
  );
}
