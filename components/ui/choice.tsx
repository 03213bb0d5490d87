"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, startTransition, useEffect, useEffectEvent, useId, useOptimistic, useRef } from "react";
import { ChevronDown } from "./icons.tsx";

type Props = {
  label: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  /** Label of "not filtered"; without it a value is required. */
  anyLabel?: string;
  onChange: (value: string | null) => void;
  className?: string;
  /** The label is only for screen readers, where the value says what it is. */
  isLabelHidden?: boolean;
  /** As high as the chips in a line of filters; its label is hidden, too. */
  isCompact?: boolean;
  /** Stands for the chosen value on narrow screens, where the value has no room. */
  icon?: ReactNode;
  problem?: string | undefined;
  /** The options are still loading. */
  isLoading?: boolean;
};

const none = "";

/**
 * A native select: fast on slow machines, and a native list on telephones. It shows the chosen value before the page has
 * rendered what depends on it.
 */
export function Choice({
  label,
  value,
  options,
  anyLabel,
  onChange,
  className = "w-40",
  isLabelHidden = false,
  isCompact = false,
  icon,
  problem,
  isLoading = false,
}: Props) {
  const t = useTranslations();
  const id = useId();
  const [shown, show] = useOptimistic(value);
  const box = useRef<HTMLSelectElement>(null);
  const choose = (text: string) => {
    const chosen = text === none ? null : text;
    startTransition(() => show(chosen));
    onChange(chosen);
  };
  const chooseEarly = useEffectEvent(() => {
    const early = box.current?.value ?? none;
    if (early !== (value ?? none)) choose(early);
  });
  // The user may have chosen before hydration.
  useEffect(() => chooseEarly(), []);
  const isOffered = shown === null ? anyLabel !== undefined : options.some((option) => option.value === shown);
  return (
    <div className={`select ${className}`} data-invalid={problem !== undefined}>
      <label htmlFor={id} className={isLabelHidden || isCompact ? "sr-only" : "label"}>
        {label}
      </label>
      <div className={icon === undefined ? "relative" : "choice-icon relative"}>
        {icon}
        <select
          ref={box}
          id={id}
          autoComplete="off"
          className={`select__trigger block w-full appearance-none truncate pe-8 ${isCompact ? "h-8 min-h-8 py-0 text-sm" : ""}`}
          value={shown ?? none}
          disabled={isLoading}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ target }) => choose(target.value)}
        >
          {anyLabel === undefined ? null : <option value={none}>{anyLabel}</option>}
          {isOffered ? null : (
            <option value={shown ?? none} disabled hidden>
              {isLoading ? t("common.loading") : (shown ?? t("table.chooseOne"))}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-y-0 end-2 my-auto size-4 text-muted" />
      </div>
      {problem === undefined ? null : (
        <p id={`${id}-problem`} data-visible className="field-error">
          {problem}
        </p>
      )}
    </div>
  );
}
