"use client";

import type { KeyboardEvent, ReactNode } from "react";

type Props = { label: string; isVertical?: boolean; className?: string; children: ReactNode };

const focusable = "a[href], button:not(:disabled), select:not(:disabled)";

/**
 * Links and buttons that are one stop of the Tab key: arrow keys lead from one to the next, Tab leads past them all. React Aria's
 * toolbar focuses its last button on the way, whose tooltip then stays open.
 */
export function Toolbar({ label, isVertical = false, className, children }: Props) {
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const { currentTarget, target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(isReached);
    const current = stops.indexOf(target as HTMLElement);
    // In a menu or popover that was opened from here.
    if (current < 0) return;
    if (key === "Tab") return skipOnce(shiftKey ? stops.slice(0, current) : stops.slice(current + 1));
    const next = toNext(key, { current, count: stops.length, isVertical });
    if (shiftKey || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    stops[next]?.focus();
  }
  return (
    <div
      role="toolbar"
      aria-label={label}
      aria-orientation={isVertical ? "vertical" : "horizontal"}
      className={className}
      onKeyDownCapture={moveFocus}
    >
      {children}
    </div>
  );
}

function isReached(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
}

/** Keeps the browser's next move from these, so that none has the focus, and shows its tooltip, on the way past them. */
function skipOnce(stops: readonly HTMLElement[]): void {
  const before = stops.map((stop) => stop.getAttribute("tabindex"));
  for (const stop of stops) stop.tabIndex = -1;
  const done = new AbortController();
  const restore = () => {
    done.abort();
    for (const [index, stop] of stops.entries()) {
      const value = before[index];
      if (value === null || value === undefined) stop.removeAttribute("tabindex");
      else stop.setAttribute("tabindex", value);
    }
  };
  for (const moved of ["focusin", "keyup"]) addEventListener(moved, restore, { signal: done.signal });
}

type Place = { current: number; count: number; isVertical: boolean };

function toNext(key: string, { current, count, isVertical }: Place): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === (isVertical ? "ArrowDown" : "ArrowRight")) return (current + 1) % count;
  if (key === (isVertical ? "ArrowUp" : "ArrowLeft")) return (current + count - 1) % count;
  return undefined;
}
