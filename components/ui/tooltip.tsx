"use client";

import { type ReactElement, type ReactNode, type RefObject, useEffect, useState } from "react";
import {
  Tooltip as TooltipBox,
  type TooltipProps,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from "react-aria-components/Tooltip";

type Props = {
  /** What the tooltip says. */
  text: ReactNode;
  /** The button or focusable element that it explains. */
  children: ReactElement;
  placement?: TooltipProps["placement"];
  className?: string;
  isDisabled?: boolean;
};

const delayMs = 300;
const offsetPx = 3;

/**
 * Explains a control on hover and on focus. HeroUI's own tooltip reads its delay from the styles when it is created,
 * which makes the browser lay out the page once more while it loads.
 */
export function Tooltip({ text, children, placement, className = "", isDisabled = false }: Props) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={0} isDisabled={isDisabled}>
      {children}
      <TooltipBox offset={offsetPx} placement={placement ?? "top"} className={`tooltip ${className}`}>
        {text}
      </TooltipBox>
    </TooltipTrigger>
  );
}

type PointedProps = { text: ReactNode; target: RefObject<Element | null>; className?: string };

/**
 * The tooltip of a control of which a list has very many. It is rendered only while the pointer is on that control, which therefore
 * costs no more than a plain button.
 */
export function PointedTooltip({ text, target, className = "" }: PointedProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), delayMs);
    const close = ({ key }: KeyboardEvent) => key === "Escape" && setOpen(false);
    addEventListener("keydown", close);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <TooltipTriggerStateContext
      value={{ isOpen, shouldSkipAnimation: false, open: () => setOpen(true), close: () => setOpen(false) }}
    >
      <TooltipBox triggerRef={target} offset={offsetPx} placement="top" className={`tooltip ${className}`}>
        {text}
      </TooltipBox>
    </TooltipTriggerStateContext>
  );
}
