"use client";

import { Button, Popover } from "@heroui/react";
import type { ReactNode } from "react";
import { PopoverContent } from "./popover-content.tsx";
import { useIsPrinting } from "./use-is-printing.ts";

type Props = { title: string; count: number; children: ReactNode };

/** A table of sums behind a button in the line below a list; on paper, where nobody can press it, below the rows. */
export function FooterPart({ title, count, children }: Props) {
  const isPrinting = useIsPrinting();
  if (isPrinting) {
    return (
      <>
        <h2 className="pt-4 font-medium">{title}</h2>
        {children}
      </>
    );
  }
  return (
    <Popover>
      <Button size="sm" variant="ghost" className="h-7 shrink-0 px-2 text-xs">
        {title} ({count})
      </Button>
      <PopoverContent placement="top end" className="w-[min(52rem,90vw)]">
        <Popover.Dialog aria-label={title}>{children}</Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}
