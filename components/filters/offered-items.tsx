"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";

type Props<Item> = {
  query: Pick<UseQueryResult<{ items: Item[] }>, "data" | "error" | "refetch">;
  label: string;
  failedTitle: string;
  noneYet: string;
  children: (items: readonly Item[]) => ReactNode;
};

/** What a filter offers of what exists: also while that is loaded, where it was not, and where there is none. */
export function OfferedItems<Item>({ query: { data, error, refetch }, label, failedTitle, noneYet, children }: Props<Item>) {
  if (error) return <ErrorNotice title={failedTitle} error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={4} label={label} />;
  if (data.items.length > 0) return children(data.items);
  return (
    // Focused, so that Escape still closes what was opened with the keyboard.
    <p ref={(element) => element?.focus()} tabIndex={-1} className="max-w-64 p-2 text-muted text-sm outline-none">
      {noneYet}
    </p>
  );
}
