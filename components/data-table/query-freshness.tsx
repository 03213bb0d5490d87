"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Freshness } from "#components/ui/freshness.tsx";

type Props = {
  query: UseInfiniteQueryResult<{ pages: readonly { asOf: string }[] }>;
};

/** When the first page of a paged list was read. */
export function QueryFreshness({ query }: Props) {
  return (
    <Freshness
      asOf={query.data?.pages[0]?.asOf}
      isRefreshing={query.isRefetching && !query.isFetchingNextPage}
      onRefresh={() => void query.refetch()}
    />
  );
}
