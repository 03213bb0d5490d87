"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { instantFormat } from "#components/language/instant-format.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { foldEvents } from "./fold-events.ts";

export type RecordEvent = {
  /** Tells two events of one instant apart. */
  id: string;
  at: string;
  isTimeEstimated?: boolean | undefined;
  tone: Tone;
  text: ReactNode;
  href?: string | undefined;
  /** Always folds: how it was done, not what became of the money. */
  isDetail?: boolean | undefined;
  /** Folds before others where there are too many. */
  isMinor?: boolean | undefined;
};

const dots: Record<Tone, string> = {
  success: "bg-(--tone-success)",
  danger: "bg-(--tone-danger)",
  warning: "bg-(--tone-warning)",
  neutral: "bg-(--tone-neutral)",
  active: "bg-accent",
};

/** The events of a record, oldest first; a long history folds. */
export function WhatHappened({ events }: { events: readonly RecordEvent[] }) {
  const t = useTranslations("records");
  const { zone } = useEnvironment();
  const { shown, more } = foldEvents(events);
  return (
    <Panel title={t("whatHappened")} action={<span className="text-muted text-sm">{zone}</span>}>
      <Events events={shown} />
      {more.length > 0 ? (
        <Disclosure title={t("moreEvents", { count: more.length })}>
          <Events events={more} />
        </Disclosure>
      ) : null}
    </Panel>
  );
}

function Events({ events }: { events: readonly RecordEvent[] }) {
  const isSameDay = useSameDay();
  return (
    <ol className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 pb-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      {events.map(({ id, at, isTimeEstimated, tone, text, href }, index) => (
        <li key={id} className="col-span-full grid grid-cols-subgrid">
          <span aria-hidden="true" className={`mt-1.5 size-2 rounded-full ${dots[tone]}`} />
          <span className="text-muted tabular-nums sm:text-end">
            <Timestamp
              at={at}
              isEstimated={isTimeEstimated}
              precision={isSameDay(events[index - 1]?.at, at) ? "time" : "second"}
            />
          </span>
          <span className="wrap-anywhere max-sm:col-start-2">
            {href === undefined ? (
              text
            ) : (
              <Link href={href} className="-my-0.5 inline-block py-0.5 text-accent underline-offset-2 hover:underline">
                {text}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Whether an event is on the day of the one before it, whose date is not repeated. */
function useSameDay(): (before: string | undefined, at: string) => boolean {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const days = instantFormat({ locale, zone, precision: "day" });
  return (before, at) => before !== undefined && days.format(new Date(before)) === days.format(new Date(at));
}
