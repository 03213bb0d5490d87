"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Words } from "#components/language/words.ts";
import { Timestamp } from "#components/ui/timestamp.tsx";

const secondMs = 1_000;

/** An expiry time and the time left until then; updates once a second. */
export function Countdown({ at }: { at: string }) {
  const t = useTranslations("connection");
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
      <Timestamp at={at} precision="row" />
      {left === undefined ? null : <span className="text-muted tabular-nums"> {inWords(left, t)}</span>}
    </>
  );
}

function inWords(left: number, t: Words<"connection">): string {
  if (left <= 0) return t("countdown.over");
  const [hours, minutes, seconds] = [Math.floor(left / 3_600), Math.floor((left % 3_600) / 60), left % 60];
  if (hours > 0) return t("countdown.hours", { hours, minutes });
  return minutes > 0 ? t("countdown.minutes", { minutes, seconds }) : t("countdown.seconds", { seconds });
}
