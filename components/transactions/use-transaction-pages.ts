"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { Transaction } from "#lib/contract/transaction.ts";
import { type Scope, scopeKey } from "#lib/queries/keys.ts";
import { rowsOfPage, type TransactionSearch, transactionPageQuery } from "#lib/queries/transactions.ts";
import { emptyChain, knownRows, type PageChain, withPage } from "./page-chain.ts";

/** The next page is fetched when so few rows are left before it. */
const aheadRows = 60;

/**
 * The rows of a ledger of any length by their place in it. Only the pages in view are asked for and kept up to date;
 * of the others their cursors are remembered, so that scrolling back finds them again.
 */
export function useTransactionPages(scope: Scope, search: Partial<TransactionSearch>) {
  const client = useQueryClient();
  const chainKey = [...scopeKey(scope), "transaction-chain", search];
  const identity = JSON.stringify(chainKey);
  const remembered = () => ({ identity, chain: client.getQueryData<PageChain>(chainKey) ?? emptyChain, from: 0, to: 0 });
  const [walked, setWalked] = useState(remembered);
  const isSame = walked.identity === identity;
  const { chain, from, to } = isSame ? walked : remembered();

  const firstPage = Math.min(from, chain.cursors.length - 1);
  const lastPage = Math.min(to, chain.cursors.length - 1);
  const cursors = chain.cursors.slice(firstPage, lastPage + 1);
  const queries = useQueries({ queries: cursors.map((cursor) => transactionPageQuery(scope, search, cursor)) });

  const next = queries.reduce((known, { data }, at) => {
    return data ? withPage(known, firstPage + at, { rows: data.items.length, nextCursor: data.nextCursor }) : known;
  }, chain);
  // Told while rendering, so that no row is ever shown at a place it no longer has.
  if (next !== chain || !isSame) setWalked({ identity, chain: next, from, to });
  // As long as the pages are: who comes back finds the list as long as it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the identity stands for the key
  useEffect(() => void client.setQueryData(chainKey, next), [client, identity, next]);

  // By pages: rows going by are the table's own business, and nothing around it is drawn again for them.
  const onShown = useCallback((shownFirst: number, shownLast: number) => {
    const shownFrom = Math.floor(shownFirst / rowsOfPage);
    const shownTo = Math.floor((shownLast + aheadRows) / rowsOfPage);
    setWalked((before) =>
      before.from === shownFrom && before.to === shownTo ? before : { ...before, from: shownFrom, to: shownTo },
    );
  }, []);

  const rowCount = knownRows(next, rowsOfPage);
  return {
    rowCount,
    /** Of every page that was looked at and is still kept. */
    loadedRows: () =>
      next.cursors.flatMap((cursor) => client.getQueryData(transactionPageQuery(scope, search, cursor).queryKey)?.items ?? []),
    /** Of the pages in view. */
    items: queries.flatMap(({ data }) => data?.items ?? []),
    rowAt: (index: number): Transaction | undefined =>
      queries[Math.floor(index / rowsOfPage) - firstPage]?.data?.items[index % rowsOfPage],
    onShown,
    /** Of the first page, which what stands around the rows tells of too. */
    firstError: firstPage === 0 ? (queries[0]?.error ?? null) : null,
    moreError: queries.find(({ error }, at) => firstPage + at > 0 && error !== null)?.error ?? null,
    isPending: rowCount === 0 && queries.some(({ isPending }) => isPending),
    isLoadingMore: rowCount > 0 && queries.some(({ isPending }) => isPending),
    refetch: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}
