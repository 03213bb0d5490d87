"use client";

import { useEffect, useState } from "react";
import { Timestamp } from "#components/timestamp.tsx";

const secondMs = 1_000;

/** When something ends, and how long that is from now; ticks once a second. */
export function Countdown({ at }: { at: string }) {
  const [nowMs, setNowMs] = useState<number>();
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, secondMs);
    return () => clearInterval(timer);
  }, []);
  const left = nowMs === undefined ? undefined : Math.round((Date.parse(at) - nowMs) / secondMs);
  return (
    <>
      <Timestamp at={at} />
      {left === undefined ? null : (
        <span className="text-muted tabular-nums"> ({left > 0 ? `in ${inWords(left)}` : "over"})</span>
      )}
    </>
  );
}

function inWords(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
