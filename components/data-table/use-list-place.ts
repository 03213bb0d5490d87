"use client";

import { type RefObject, useEffect, useRef } from "react";
import { addressNow, type ListPlace, recallPlace, rememberPlace } from "./list-memory.ts";

const triesMax = 40;
const inputs = ["keydown", "wheel", "pointerdown"] as const;

/** For the element around a list: restores the scroll position and the focused row when the user returns to it. */
export function useListPlace(): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = around.current;
    if (!element) return;
    const place = recallPlace(addressNow());
    const stop = place ? restore(element, place) : () => {};
    const onScroll = ({ target }: Event) => {
      if (target instanceof HTMLElement) rememberPlace(addressNow(), { scrolled: target.scrollTop / unitOf(target) });
    };
    const onRow = ({ target }: Event) => {
      const rowKey = target instanceof HTMLElement ? target.closest("[data-key]")?.getAttribute("data-key") : undefined;
      if (rowKey) rememberPlace(addressNow(), { rowKey });
    };
    // Somebody who already moves on must not be taken back.
    for (const type of inputs) addEventListener(type, stop, { capture: true, passive: true });
    element.addEventListener("scroll", onScroll, { capture: true, passive: true });
    element.addEventListener("focusin", onRow);
    element.addEventListener("pointerdown", onRow, { capture: true });
    return () => {
      stop();
      for (const type of inputs) removeEventListener(type, stop, { capture: true });
      element.removeEventListener("scroll", onScroll, { capture: true });
      element.removeEventListener("focusin", onRow);
      element.removeEventListener("pointerdown", onRow, { capture: true });
    };
  }, []);
  return around;
}

/** The unit of the position: rows where all have equal height, because a narrower list has higher rows; otherwise pixels. */
function unitOf({ dataset }: HTMLElement): number {
  return Number(dataset.rowHeight ?? 1);
}

/** Rows of a long list are rendered only in view: scrolls until the row is, then focuses it. */
function restore(element: HTMLElement, { scrolled, rowKey }: ListPlace): () => void {
  let tries = 0;
  let frame = requestAnimationFrame(step);
  function step() {
    const scroller = [element, ...element.querySelectorAll<HTMLElement>("*")].find(
      (item) => item.scrollHeight > item.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(item).overflowY),
    );
    const scrollTop = scrolled * (scroller ? unitOf(scroller) : 1);
    if (scroller && Math.abs(scroller.scrollTop - scrollTop) > 1) scroller.scrollTop = scrollTop;
    const row = rowKey === undefined ? null : element.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(rowKey)}"]`);
    row?.focus({ preventScroll: true });
    const isThere = (scroller?.scrollTop ?? 0) >= scrollTop - 1 && (rowKey === undefined || document.activeElement === row);
    if (!isThere && ++tries < triesMax) frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
