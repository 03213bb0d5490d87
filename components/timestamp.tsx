"use client";

import { useEnvironment } from "#components/layout/environment-context.tsx";

type Props = { at: string; precision?: "second" | "time" };

/** An instant in the environment's zone, the same on server and browser. The full time with its zone is in the title. */
export function Timestamp({ at, precision = "second" }: Props) {
  const { zone } = useEnvironment();
  const text = timeFormat(zone, precision).format(new Date(at));
  return (
    <time dateTime={at} title={`${at} · shown in ${zone}`} className="whitespace-nowrap">
      {text}
    </time>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, since making one costs far more than using it. */
function timeFormat(timeZone: string, precision: "second" | "time"): Intl.DateTimeFormat {
  const name = `${precision} ${timeZone}`;
  const known = formats.get(name);
  if (known) return known;
  const options: Intl.DateTimeFormatOptions =
    precision === "time"
      ? { timeStyle: "medium" }
      : { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" };
  const made = new Intl.DateTimeFormat("sv-SE", { ...options, timeZone });
  formats.set(name, made);
  return made;
}
