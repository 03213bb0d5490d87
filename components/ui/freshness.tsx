"use client";

import { Button } from "@heroui/react";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Timestamp } from "#components/timestamp.tsx";

type Props = { asOf: string | undefined; scope: string; isRefreshing: boolean; onRefresh: () => void };

/** "as of 12:03:11, sandbox, Corner Cafe" and a way to look again. */
export function Freshness({ asOf, scope, isRefreshing, onRefresh }: Props) {
  const { environment, zone } = useEnvironment();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
      {asOf ? (
        <span>
          as of <Timestamp at={asOf} precision="time" />, {environment}, {scope} · times in {zone}
        </span>
      ) : (
        <span>
          {environment}, {scope}
        </span>
      )}
      <Button size="sm" variant="ghost" isPending={isRefreshing} onPress={onRefresh}>
        Refresh
      </Button>
    </p>
  );
}
