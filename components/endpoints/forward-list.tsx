"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Forward } from "#lib/contract/forward.ts";
import { type ForwardState, forwardStates } from "#lib/contract/forward-states.ts";
import { forwardsQuery } from "#lib/queries/forwards.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { stateWords } from "./forward-words.ts";
import { Replay } from "./replay.tsx";

type Props = { scope: Scope; endpointId: string; mayReplay: boolean };

const stateOptions = forwardStates.map((state) => ({ value: state, label: stateWords[state].text }));

/** What is on its way to the shop, arrived there or was given up, and the way to send it again. */
export function ForwardList({ scope, endpointId, mayReplay }: Props) {
  const [state, setState] = useState<ForwardState | null>(null);
  const query = useInfiniteQuery(forwardsQuery(scope, { id: endpointId, search: { state, orderId: null } }));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns = columnsFor(scope, mayReplay ? endpointId : null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Choice
          label="Show"
          className="w-48"
          value={state}
          anyLabel="All"
          options={stateOptions}
          onChange={(value) => setState(value as ForwardState | null)}
        />
        {mayReplay && state !== null && state !== "pending" && rows.length > 0 ? (
          <Replay
            scope={scope}
            endpointId={endpointId}
            wish={{ state }}
            label={`Send all again: ${stateWords[state].text.toLowerCase()}`}
          />
        ) : null}
      </div>
      {query.isError ? (
        <ErrorNotice title="What goes to the shop could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-24 rounded-lg" aria-label="Loading what goes to the shop" /> : null}
      {query.isSuccess && rows.length === 0 ? (
        <p className="text-muted">{state === null ? "Nothing was passed on yet." : "None in this state."}</p>
      ) : null}
      {rows.length > 0 ? (
        <SimpleTable
          label="What goes to the shop"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          more={{
            hasMore: query.hasNextPage,
            isLoading: query.isFetchingNextPage,
            onMore: () => void query.fetchNextPage(),
          }}
        />
      ) : null}
    </div>
  );
}

/** `replayIn`: the endpoint whose rows may be sent again, or null. */
function columnsFor(scope: Scope, replayIn: string | null): Column<Forward>[] {
  const base = `/${scope.environment}/${scope.merchant}/notifications`;
  return [
    {
      key: "order",
      label: "Order",
      cell: ({ id, orderId }) => (
        <Link className="reference text-accent underline-offset-2 hover:underline" href={`${base}/${id}`}>
          {orderId?.slice(0, 40) ?? "Notification"}
        </Link>
      ),
    },
    { key: "received", label: "Received", cell: ({ receivedAt }) => <Timestamp at={receivedAt} /> },
    { key: "method", label: "Method", cell: ({ method }) => method ?? "–" },
    {
      key: "state",
      label: "State",
      cell: ({ state }) => <StatusMark tone={stateWords[state].tone}>{stateWords[state].text}</StatusMark>,
    },
    { key: "tries", label: "Tries", isEnd: true, cell: ({ attempts }) => attempts },
    {
      key: "answer",
      label: "Last answer",
      cell: ({ tries: [last] }) => (
        <span className="block min-w-40 whitespace-normal">{last?.problem ?? (last ? "200 OK" : "–")}</span>
      ),
    },
    { key: "next", label: "Next try", cell: ({ dueAt }) => (dueAt ? <Timestamp at={dueAt} /> : "–") },
    ...(replayIn === null
      ? []
      : [
          {
            key: "replay",
            label: "Send again",
            cell: ({ id, state, orderId }: Forward) =>
              state === "pending" ? (
                "–"
              ) : (
                <Replay scope={scope} endpointId={replayIn} wish={{ ids: [id] }} label="Send again" of={orderId ?? id} />
              ),
          },
        ]),
  ];
}
