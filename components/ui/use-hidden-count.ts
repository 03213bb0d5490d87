import { type RefObject, useEffect, useState } from "react";

/** How many items of a list that scrolls sideways are not wholly in view; 0 until it is measured. */
export function useHiddenCount(scroller: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setCount(countHidden(element));
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  return count;
}

function countHidden(scroller: HTMLElement): number {
  const { left, right } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll("li")].filter((item) => {
    const box = item.getBoundingClientRect();
    return box.left < left - 1 || box.right > right + 1;
  }).length;
}

/** To the items that follow, or back to the first when the last one is in view. */
export function scrollOn({ current }: RefObject<HTMLElement | null>): void {
  if (!current) return;
  const isAtEnd = current.scrollLeft + current.clientWidth >= current.scrollWidth - 1;
  current.scrollTo({ left: isAtEnd ? 0 : current.scrollLeft + current.clientWidth / 2 });
}
