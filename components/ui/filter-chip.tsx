"use client";

import { Button, Popover } from "@heroui/react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { FocusFirst } from "./focus-first.tsx";
import { ChevronDown, X } from "./icons.tsx";
import { PopoverContent } from "./popover-content.tsx";
import { Tooltip } from "./tooltip.tsx";

type Props = {
  label: string;
  /** Null: not set, so that there is nothing to clear. */
  value: string | null;
  /** Shown in place of the value when it is not set. */
  unset?: string;
  /** Stands for the label where a value is set. */
  icon?: ReactNode;
  isWrong?: boolean;
  /** Its fields, shown in a popover that they close. */
  children: (close: () => void) => ReactNode;
  onClear: () => void;
};

/** A filter of a list: what it is set to, a popover that changes it, and a button that clears it. */
export function FilterChip({ label, value, unset, icon, isWrong = false, children, onClear }: Props) {
  const t = useTranslations("table.filters");
  const [isOpen, setOpen] = useState(false);
  const isSet = value !== null;
  const colours = isWrong
    ? "border-(--tone-danger) text-(--tone-danger)"
    : isSet
      ? "border-accent bg-accent-soft"
      : "border-border";
  return (
    <span className={`flex h-8 shrink-0 items-center rounded-md border text-sm ${colours}`}>
      <Popover isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("chip", { label, value: value ?? unset ?? "" })}
          className={`h-full gap-1.5 rounded-md px-2.5 font-normal ${isSet ? "pe-1" : ""}`}
        >
          {icon}
          {isSet ? (
            <>
              {icon ? null : <span className="text-muted">{label}</span>}
              <span className="max-w-56 truncate font-medium">{value}</span>
            </>
          ) : (
            (unset ?? label)
          )}
          {isSet ? null : <ChevronDown aria-hidden="true" className="size-3.5 text-muted" />}
        </Button>
        <PopoverContent placement="bottom start">
          <Popover.Dialog aria-label={label} className="p-1.5">
            <FocusFirst>{children(() => setOpen(false))}</FocusFirst>
          </Popover.Dialog>
        </PopoverContent>
      </Popover>
      {isSet ? (
        <Tooltip text={t("clear", { label, value })}>
          <Focusable>
            <button
              type="button"
              aria-label={t("clear", { label, value })}
              className="flex h-full w-7 cursor-pointer items-center justify-center rounded-e-md hover:bg-default"
              onClick={onClear}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </Focusable>
        </Tooltip>
      ) : null}
    </span>
  );
}
