"use client";

import type { ReactElement, ReactNode } from "react";
import { Tooltip as TooltipBox, type TooltipProps, TooltipTrigger } from "react-aria-components/Tooltip";

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
