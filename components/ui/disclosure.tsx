"use client";

import { type ReactNode, useState } from "react";
import { ChevronDown } from "./icons.tsx";
import { useIsPrinting } from "./use-is-printing.ts";

type Props = {
  title: string;
  /** How much is inside. */
  count?: number | undefined;
  isOpenAtFirst?: boolean;
  /** Opened on paper, where nobody can. */
  isPrinted?: boolean;
  children: ReactNode;
};

/** A part of a page that is closed until it is wanted; its content is rendered when it is first opened. */
export function Disclosure({ title, count, isOpenAtFirst = false, isPrinted = false, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  // What asks for it may become known later, as a remembered form or a failure.
  const [wasAsked, setAsked] = useState(isOpenAtFirst);
  if (wasAsked !== isOpenAtFirst) {
    setAsked(isOpenAtFirst);
    if (isOpenAtFirst) setOpen(true);
  }
  const isOnPaper = useIsPrinting() && isPrinted;
  return (
    <details
      open={isOpen || isOnPaper}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={`group border-border border-t ${isPrinted ? "" : "print:hidden"}`}
    >
      <summary className="flex min-h-9 cursor-pointer select-none list-none items-center gap-2 py-1.5 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0 motion-reduce:transition-none"
        />
        {title}
        {count === undefined ? null : <span className="font-normal text-muted">({count})</span>}
      </summary>
      {isOpen || isOnPaper ? <div className="pb-4">{children}</div> : null}
    </details>
  );
}
