"use client";

import { useTranslations } from "next-intl";
import { startTransition, useEffect, useEffectEvent, useId, useOptimistic, useRef } from "react";
import { ChevronDown } from "./icons.tsx";

type Props = {
  label: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  /** Word for "not filtered"; without it something must always be chosen. */
  anyLabel?: string;
  onChange: (value: string | null) => void;
  className?: string;
  /** The options are still on their way. */
  isLoading?: boolean;
};

const none = "";

/**
 * One of a few. The browser's own: it opens at once on the slowest machine, and as the telephone's own list under a finger.
 * It shows what was chosen before the page has drawn what follows from it.
 */
export function Choice({ label, value, options, anyLabel, onChange, className = "w-40", isLoading = false }: Props) {
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
  // Somebody may have chosen before the page woke up.
  useEffect(() => chooseEarly(), []);
  const isOffered = shown === null ? anyLabel !== undefined : options.some((option) => option.value === shown);
  return (
    <div className={`select ${className}`}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <div className="relative">
        <select
          ref={box}
          id={id}
          autoComplete="off"
          className="select__trigger block w-full appearance-none truncate pe-8"
          value={shown ?? none}
          disabled={isLoading}
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
    </div>
  );
}
