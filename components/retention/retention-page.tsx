"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { retentionQuery } from "#lib/queries/retention.ts";
import { RetentionPanel } from "./retention-panel.tsx";

/** For how long the environment keeps what, how much there is, and what was removed of late. */
export function RetentionPage({ environment }: { environment: string }) {
  const query = useQuery(retentionQuery(environment));
  if (query.isError) {
    return <ErrorNotice title="The settings could not be shown" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <Skeleton className="h-60 rounded-lg" aria-label="Loading the settings" />;
  const { items, nextRunAt, zone } = query.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        Once an hour what has grown too old is removed, in small steps; next at <Timestamp at={nextRunAt} precision="time" /> (
        {zone}). Until then a change can be undone. What is removed here stays at the gateway.
      </p>
      {items.map((item) => (
        <RetentionPanel key={item.kind} environment={environment} item={item} />
      ))}
    </div>
  );
}
