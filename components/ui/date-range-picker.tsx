"use client";

import { DateField, DateRangePicker as DayPicker, Label, RangeCalendar } from "@heroui/react";
import { type CalendarDate, type DateValue, parseDate } from "@internationalized/date";
import { useEffect, useRef, useState } from "react";

export type DateRangeProps = {
  label: string;
  from: string | null;
  to: string | null;
  onChange: (range: { from: string; to: string }) => void;
};

type Range = { start: DateValue; end: DateValue };

const earliestYear = 1_970;

/**
 * Two inclusive days, typed or chosen in a calendar. It receives the focus of what it replaces, unless that has moved on
 * while this was loaded, and opens the calendar on request.
 */
export function DateRangePicker({ label, from, to, onChange, opensCalendar }: DateRangeProps & { opensCalendar: boolean }) {
  const [shown, show] = useState<Range | null>(() => toRange(from, to));
  useEffect(() => show(toRange(from, to)), [from, to]);
  const field = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) field.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus();
    setOpen(opensCalendar);
  }, [opensCalendar]);
  return (
    <DayPicker
      ref={field}
      isOpen={isOpen}
      onOpenChange={setOpen}
      value={shown}
      onChange={(range) => {
        show(range);
        if (range && isWhole(range)) onChange({ from: range.start.toString(), to: range.end.toString() });
      }}
      onBlur={() => shown && !isWhole(shown) && show(toRange(from, to))}
      className="w-full sm:w-72"
    >
      <Label>{label}</Label>
      <DateField.Group fullWidth>
        <DateField.InputContainer>
          <DateField.Input slot="start">{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
          <DayPicker.RangeSeparator />
          <DateField.Input slot="end">{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
        </DateField.InputContainer>
        <DateField.Suffix>
          <DayPicker.Trigger>
            <DayPicker.TriggerIndicator />
          </DayPicker.Trigger>
        </DateField.Suffix>
      </DateField.Group>
      <DayPicker.Popover>
        <RangeCalendar aria-label={label}>
          <RangeCalendar.Header>
            <RangeCalendar.NavButton slot="previous" />
            <RangeCalendar.Heading />
            <RangeCalendar.NavButton slot="next" />
          </RangeCalendar.Header>
          <RangeCalendar.Grid>
            <RangeCalendar.GridHeader>
              {(day) => <RangeCalendar.HeaderCell>{day}</RangeCalendar.HeaderCell>}
            </RangeCalendar.GridHeader>
            <RangeCalendar.GridBody>{(date) => <RangeCalendar.Cell date={date} />}</RangeCalendar.GridBody>
          </RangeCalendar.Grid>
        </RangeCalendar>
      </DayPicker.Popover>
    </DayPicker>
  );
}

/** A year that is being typed starts as 2, 20 and 202: such days trigger no request. */
function isWhole({ start, end }: Range): boolean {
  return Math.min(start.year, end.year) >= earliestYear;
}

function toRange(from: string | null, to: string | null): Range | null {
  const [start, end] = [toDay(from), toDay(to)];
  return start && end ? { start, end } : null;
}

function toDay(text: string | null): CalendarDate | undefined {
  if (text === null) return undefined;
  try {
    return parseDate(text.slice(0, 10));
  } catch {
    return undefined;
  }
}
