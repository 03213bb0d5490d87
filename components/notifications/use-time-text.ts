"use client";

import { useEnvironment } from "#components/layout/environment-context.tsx";

/** An instant as text in the environment's zone, for where no element can stand. */
export function useTimeText(): (at: string) => string {
  const { zone } = useEnvironment();
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: zone });
  return (at) => format.format(new Date(at));
}
