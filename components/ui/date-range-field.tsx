"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ComponentType, useId, useState } from "react";
import type { DateRangeProps } from "./date-range-picker.tsx";
import { Calendar } from "./icons.tsx";

type Picker = ComponentType<DateRangeProps & { opensCalendar: boolean }>;

const loadPicker = () => import("./date-range-picker.tsx").then(({ DateRangePicker }) => DateRangePicker);

/** Two inclusive days as `YYYY-MM-DD`. Invalid days are shown as empty. The picker is loaded when the field is first used. */
export function DateRangeField(props: DateRangeProps) {
  const { label, from, to } = props;
  const t = useTranslations("common");
  const locale = useLocale();
  const id = useId();
  const [picker, setPicker] = useState<{ Picker: Picker; opensCalendar: boolean }>();
  if (picker) return <picker.Picker {...props} opensCalendar={picker.opensCalendar} />;
  const days = [from, to].map((day) => toText(day, locale)).filter((day) => day !== undefined);
  return (
    <div className="flex w-full flex-col gap-1 sm:w-72">
      <span id={`${id}-label`} className="label">
        {label}
      </span>
      <button
        type="button"
        id={id}
        aria-labelledby={`${id}-label ${id}`}
        className="date-input-group min-h-9.5 w-full cursor-pointer justify-between gap-2 px-3"
        onPointerEnter={() => void loadPicker()}
        onFocus={() => void loadPicker()}
        onClick={({ detail }) =>
          // A click without a pointer comes from a key: then the user types the days.
          void loadPicker().then((Loaded) => setPicker({ Picker: Loaded, opensCalendar: detail > 0 }))
        }
      >
        <span className="truncate tabular-nums">{days.length === 2 ? days.join(" – ") : t("allDays")}</span>
        <Calendar aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </button>
    </div>
  );
}

function toText(day: string | null, locale: string): string | undefined {
  const time = Date.parse(`${day?.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  return new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" }).format(time);
}
