"use client";

import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useDebounced } from "#components/ui/use-debounced.ts";

const pauseMs = 150;

/** For a drawer: the row at which the user stops, and the query of its record, which is pending while another row is pointed at. */
export function useSettledRow<Row, Data, Key extends QueryKey>(
  item: Row,
  queryOf: (row: Row) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const row = useDebounced(item, pauseMs);
  const options = queryOf(row);
  const query = useQuery(options);
  const isSettled = hashKey(options.queryKey) === hashKey(queryOf(item).queryKey);
  return { row, query: { ...query, isPending: !isSettled || query.isPending } };
}
