"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useMemo } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { type More, MoreButton } from "./grid-end.tsx";
import { WithDetailDrawer } from "./with-detail-drawer.tsx";

type Pages<Row> = { pages: readonly { items: readonly Row[] }[] };

type Props<Row> = Omit<DataTableProps<Row>, "rows" | "more"> & {
  /** A list that is read page by page. */
  query: UseInfiniteQueryResult<Pages<Row>>;
  failedTitle: string;
  loadingLabel: string;
  /** Shown instead of a table without rows, also where more pages are left that may have some. */
  empty: ReactNode;
  /** Opens a row in the detail drawer. */
  detailDrawer?: { hrefOf?: (row: Row) => string; panel: (row: Row, close: () => void) => ReactNode };
};

/** A paged list in all its states: loading, failed, empty, or the table, which loads more pages while scrolling. */
export function QueryTable<Row>({ query, failedTitle, loadingLabel, empty, detailDrawer, ...table }: Props<Row>) {
  const { keyOf } = table;
  const { data } = query;
  const items = useLoadedRows(query, keyOf);
  const isReadingOn = useReadOn(query, items.length);
  const isMoreRefused = query.isFetchNextPageError;
  const more: More = {
    hasMore: query.hasNextPage && !isMoreRefused,
    isLoading: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  };
  const shown = <DataTable {...table} rows={items} more={more} />;
  return (
    <>
      <ErrorNotice
        title={failedTitle}
        error={query.error}
        onRetry={() => void (isMoreRefused ? query.fetchNextPage() : query.refetch())}
      />
      {query.isPending || isReadingOn ? <RowsSkeleton rows={12} rowClassName="h-10" label={loadingLabel} /> : null}
      {data && items.length === 0 && !isReadingOn && !isMoreRefused ? empty : null}
      {items.length === 0 && more.hasMore && !isReadingOn ? (
        <div className="flex justify-center">
          <MoreButton {...more} />
        </div>
      ) : null}
      {items.length > 0 && detailDrawer ? (
        <WithDetailDrawer items={items} keyOf={keyOf} {...detailDrawer}>
          {shown}
        </WithDetailDrawer>
      ) : null}
      {items.length > 0 && !detailDrawer ? shown : null}
    </>
  );
}

/** So many pages without rows are read unasked: each may cost the server much. */
const emptyPagesMax = 4;

/** A page may be without rows although there is a next one: reads on until a row, an error or the end comes, or for some pages. */
function useReadOn<Row>(query: UseInfiniteQueryResult<Pages<Row>>, rowCount: number): boolean {
  const pageCount = query.data?.pages.length ?? 0;
  const isReadingOn = rowCount === 0 && query.hasNextPage && !query.isError && pageCount < emptyPagesMax;
  const readOn = useEffectEvent(() => {
    if (isReadingOn && !query.isFetching) void query.fetchNextPage({ cancelRefetch: false });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came may be another one without rows
  useEffect(() => readOn(), [isReadingOn, query.isFetching, pageCount]);
  return isReadingOn;
}

/** The rows of the loaded pages. New rows shift the page boundaries; each row is there once. */
export function useLoadedRows<Row>(
  { data }: Pick<UseInfiniteQueryResult<Pages<Row>>, "data">,
  keyOf: (row: Row) => string,
): readonly Row[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's key does not depend on the caller
  return useMemo(() => uniqueRows(data, keyOf), [data]);
}

function uniqueRows<Row>(data: Pages<Row> | undefined, keyOf: (row: Row) => string): readonly Row[] {
  return [...new Map(data?.pages.flatMap(({ items }) => items).map((item) => [keyOf(item), item])).values()];
}
