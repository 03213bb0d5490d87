"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/** State of the select-all checkbox. */
export type SelectedPart = "none" | "some" | "all";

type Props = {
  label: string;
  state: SelectedPart;
  /** `isRange`: the Shift key was pressed. */
  onChange: (isRange: boolean) => void;
};

/** A native checkbox, because a long list renders many of them. Keys reach it from its row, as everything in a table. */
export function RowCheckbox({ label, state, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === "some";
  }, [state]);
  const tickEarly = useEffectEvent(() => {
    if (box.current && box.current.checked !== (state === "all")) onChange(false);
  });
  // The user may have ticked it before hydration.
  useEffect(() => tickEarly(), []);
  return (
    <label className="flex size-8 cursor-pointer items-center justify-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        tabIndex={-1}
        checked={state === "all"}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="size-4 cursor-pointer rounded accent-(--accent) focus-visible:outline-2 focus-visible:outline-(--focus) focus-visible:outline-offset-2"
      />
    </label>
  );
}
