"use client";

import { DateField, DateRangePicker, Label, RangeCalendar } from "@heroui/react";
import { type CalendarDate, parseDate } from "@internationalized/date";

type Props = { label: string; from: string | null; to: string | null; onChange: (range: { from: string; to: string }) => void };

/** Two inclusive days as `YYYY-MM-DD`. Days that are none are shown as empty. */
export function DateRangeField({ label, from, to, onChange }: Props) {
  const start = toDay(from);
  const end = toDay(to);
  return (
    <DateRangePicker
      value={start && end ? { start, end } : null}
      onChange={(range) => range && onChange({ from: range.start.toString(), to: range.end.toString() })}
      className="w-full sm:w-72"
    >
      <Label>{label}</Label>
      <DateField.Group fullWidth>
        <DateField.InputContainer>
          <DateField.Input slot="start">{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
          <DateRangePicker.RangeSeparator />
          <DateField.Input slot="end">{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
        </DateField.InputContainer>
        <DateField.Suffix>
          <DateRangePicker.Trigger>
            <DateRangePicker.TriggerIndicator />
          </DateRangePicker.Trigger>
        </DateField.Suffix>
      </DateField.Group>
      <DateRangePicker.Popover>
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
      </DateRangePicker.Popover>
    </DateRangePicker>
  );
}

function toDay(text: string | null): CalendarDate | undefined {
  if (text === null) return undefined;
  try {
    return parseDate(text.slice(0, 10));
  } catch {
    return undefined;
  }
}
