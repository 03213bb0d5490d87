"use client";

import type { KeyboardEvent } from "react";
import { Check } from "./icons.tsx";

type Props = {
  label: string;
  options: readonly { value: string; label: string }[];
  /** The chosen one; null: none. */
  value: string | null;
  onChoose: (value: string) => void;
};

/** The options of a popover, all in view; arrow keys go through them. */
export function OptionList({ label, options, value, onChoose }: Props) {
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
  }
  return (
    <ul aria-label={label} className="flex max-h-80 min-w-44 flex-col overflow-y-auto" onKeyDown={moveFocus}>
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            aria-pressed={option.value === value}
            className="flex min-h-8 w-full cursor-pointer items-center justify-between gap-4 rounded-md px-2.5 py-1 text-start text-sm outline-none hover:bg-default focus-visible:bg-default"
            onClick={() => onChoose(option.value)}
          >
            {option.label}
            {option.value === value ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
