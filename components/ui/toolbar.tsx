"use client";

import type { KeyboardEvent, ReactNode } from "react";

type Props = { label: string; isVertical?: boolean; className?: string; children: ReactNode };

const focusable = "a[href], button:not(:disabled), select:not(:disabled)";

/** Links and buttons that are one stop of the Tab key: arrow keys lead from one to the next, Tab leads past them all. */
export function Toolbar({ label, isVertical = false, className, children }: Props) {
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const { currentTarget, target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(isReached);
    const current = stops.indexOf(target as HTMLElement);
    // In a menu or popover that was opened from here.
    if (current < 0) return;
    // From the last one the browser goes on by itself.
    if (key === "Tab") return stops.at(shiftKey ? 0 : -1)?.focus({ preventScroll: true });
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

type Place = { current: number; count: number; isVertical: boolean };

function toNext(key: string, { current, count, isVertical }: Place): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === (isVertical ? "ArrowDown" : "ArrowRight")) return (current + 1) % count;
  if (key === (isVertical ? "ArrowUp" : "ArrowLeft")) return (current + count - 1) % count;
  return undefined;
}
