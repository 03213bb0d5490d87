"use client";

import type { ReactNode } from "react";
import { Loaded } from "#components/ui/loaded.tsx";
import type { ReadQuery } from "#components/ui/query-error.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";

type Props<Item> = {
  query: ReadQuery<{ items: Item[] }>;
  label: string;
  failedTitle: string;
  noneYet: string;
  children: (items: readonly Item[]) => ReactNode;
};

/** What a filter offers of what exists: also while that is loaded, where it was not, and where there is none. */
export function OfferedItems<Item>({ query, label, failedTitle, noneYet, children }: Props<Item>) {
  return (
    <Loaded query={query} failedTitle={failedTitle} loading={<RowsSkeleton rows={4} label={label} />}>
      {({ items }) => (items.length > 0 ? children(items) : <NoneYet>{noneYet}</NoneYet>)}
    </Loaded>
  );
}

function NoneYet({ children }: { children: string }) {
  return (
    // Focused, so that Escape still closes what was opened with the keyboard.
    <p ref={(element) => element?.focus()} tabIndex={-1} className="max-w-64 p-2 text-muted text-sm outline-none">
      {children}
    </p>
  );
}
