"use client";

import { useFormatter } from "next-intl";
import type { KeyboardEvent } from "react";
import { Check } from "./icons.tsx";

type Props = {
  label: string;
  options: readonly { value: string; label: string /** How many rows have it. */; count?: number }[];
  chosen: readonly string[];
  onChoose: (value: string) => void;
};

/** The options of a popover, all in view; arrow keys go through them, a letter to the next one that begins with it. */
export function OptionList({ label, options, chosen, onChoose }: Props) {
  const format = useFormatter();
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const current = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = nextOption(event.key, { labels: options.map((option) => option.label), current });
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  }
  return (
    <ul aria-label={label} className="flex max-h-80 min-w-44 flex-col overflow-y-auto" onKeyDown={moveFocus}>
      {options.map(({ value, label: text, count }) => {
        const isChosen = chosen.includes(value);
        return (
          <li key={value}>
            <button
              type="button"
              aria-pressed={isChosen}
              className="flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 text-start text-sm outline-none hover:bg-default focus-visible:bg-default"
              onClick={() => onChoose(value)}
            >
              <span className="grow">{text}</span>
              {isChosen ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
              {count === undefined ? null : <span className="ps-2 text-muted text-xs">{format.number(count)}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Where a key moves to among the options; undefined for other keys. */
function nextOption(key: string, { labels, current }: { labels: readonly string[]; current: number }): number | undefined {
  if (key === "ArrowDown") return Math.min(labels.length - 1, current + 1);
  if (key === "ArrowUp") return Math.max(0, current - 1);
  if ([...key].length !== 1 || key === " ") return undefined;
  const order = labels.map((_, step) => (current + 1 + step) % labels.length);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()));
}
