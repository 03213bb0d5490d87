"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Transaction } from "#lib/contract/transaction.ts";
import { type Scope, scopeKey } from "#lib/queries/keys.ts";
import { rowsOfPage, type TransactionSearch, transactionPageQuery } from "#lib/queries/transactions.ts";
import { emptyChain, knownRows, type PageChain, withPage } from "./page-chain.ts";
import { asOfRows, toRowAt } from "./page-rows.ts";
import { rowKey } from "./row-key.ts";

/** The next page is fetched when fewer rows than this are left before it. */
const aheadRows = 60;

/**
 * The rows of one ledger of any length by their index; another ledger starts a new list. Only the pages in view are loaded
 * and updated; the cursors of the others are stored, so that scrolling back finds them
 * again.
 */
export function useTransactionPages(scope: Scope, search: Partial<TransactionSearch>) {
  const client = useQueryClient();
  const chainKey = [...scopeKey(scope), "transaction-chain", search];
  const [{ chain, from, to }, setWalked] = useState(() => ({
    chain: client.getQueryData<PageChain>(chainKey) ?? emptyChain,
    from: 0,
    to: 0,
  }));

  const firstPage = Math.min(from, chain.cursors.length - 1);
  const lastPage = Math.min(to, chain.cursors.length - 1);
  const cursors = chain.cursors.slice(firstPage, lastPage + 1);
  const queries = useQueries({ queries: cursors.map((cursor) => transactionPageQuery(scope, search, cursor)) });

  const next = queries.reduce((known, { data }, at) => {
    return data ? withPage(known, firstPage + at, { rows: data.items.length, nextCursor: data.nextCursor }) : known;
  }, chain);
  // Set while rendering, so that no row is ever shown at a position it no longer has.
  if (next !== chain) setWalked({ chain: next, from, to });
  // Stored with the pages, so that the list has the same length when the user returns.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is that of the list
  useEffect(() => void client.setQueryData(chainKey, next), [client, next]);

  // By pages: scrolling within a page concerns only the table and re-renders nothing around it.
  const onShown = useCallback((shownFirst: number, shownLast: number) => {
    const shownFrom = Math.floor(shownFirst / rowsOfPage);
    const shownTo = Math.floor((shownLast + aheadRows) / rowsOfPage);
    setWalked((before) =>
      before.from === shownFrom && before.to === shownTo ? before : { ...before, from: shownFrom, to: shownTo },
    );
  }, []);

  const pages = queries.map(({ data }) => data?.items);
  const before = useRef<readonly Transaction[]>([]);
  useEffect(() => {
    if (!pages.includes(undefined)) before.current = pages.flatMap((rows) => rows ?? []);
  });
  const rowAt = toRowAt(pages, before.current, { rowsOfPage, firstPage, keyOf: rowKey });
  const rowCount = knownRows(next, rowsOfPage);
  return {
    rowCount,
    asOf: asOfRows(
      client.getQueryData(transactionPageQuery(scope, search, null).queryKey)?.asOf,
      queries.map(({ data }) => data),
    ),
    /** Of every cached page. */
    loadedRows: () =>
      next.cursors.flatMap((cursor) => client.getQueryData(transactionPageQuery(scope, search, cursor).queryKey)?.items ?? []),
    /** Of the pages in view. */
    items: Array.from({ length: pages.length * rowsOfPage }, (_, index) => rowAt(firstPage * rowsOfPage + index)).filter(
      (row) => row !== undefined,
    ),
    rowAt,
    onShown,
    /** Of the first page, which the elements around the rows use too. */
    firstError: firstPage === 0 ? (queries[0]?.error ?? null) : null,
    moreError: queries.find(({ error }, index) => firstPage + index > 0 && error !== null)?.error ?? null,
    isPending: rowCount === 0 && queries.some(({ isPending }) => isPending),
    isLoadingMore: rowCount > 0 && queries.some(({ isPending }) => isPending),
    refetch: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}
