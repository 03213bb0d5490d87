"use client";

import { useEffect } from "react";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import type { TourStep } from "./tour-state.ts";

const mark = "data-tour-target";

/** Marks what this step is about on the page, wherever and whenever the page shows it; a style sheet draws a frame around it. */
export function useTourTarget(step: TourStep | undefined, link: PaymentLinkState | undefined): void {
  const selector = step && toSelector(step, link?.notifications[0]?.id);
  useEffect(() => {
    if (selector === undefined) return;
    let frame = 0;
    const point = () => {
      frame = 0;
      const target = document.querySelector(selector);
      for (const old of document.querySelectorAll(`[${mark}]`)) if (old !== target) old.removeAttribute(mark);
      target?.setAttribute(mark, "");
    };
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(point);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    point();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
    };
  }, [selector]);
}

function toSelector(step: TourStep, notification: string | undefined): string {
  const row = notification === undefined ? undefined : `[data-key="${CSS.escape(notification)}"]`;
  const selectors: Record<TourStep, string | undefined> = {
    create: "[data-tour=create]",
    pay: "[data-tour=pay]",
    notified: row,
    find: "search",
    open: row,
    refund: "[data-tour=refund]",
  };
  return selectors[step] ?? `[data-tour=${step}]`;
}
