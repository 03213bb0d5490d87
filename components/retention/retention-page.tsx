"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/ui/loaded.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { retentionQuery } from "#lib/queries/retention.ts";
import { RetentionPanel } from "./retention-panel.tsx";

/** How long the environment stores each kind of data, how much is stored, and the latest deletions. */
export function RetentionPage({ environment }: { environment: string }) {
  const t = useTranslations("retention");
  const query = useQuery(retentionQuery(environment));
  const loading = <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("page.loading")} />;
  return (
    <Loaded query={query} failedTitle={t("page.failed")} loading={loading}>
      {({ items, nextRunAt, zone }) => (
        <div className="flex flex-col gap-4">
          <p className="max-w-prose text-muted">
            {t.rich("page.about", { time: () => <Timestamp at={nextRunAt} precision="time" />, zone })}
          </p>
          {items.map((item) => (
            <RetentionPanel key={item.kind} environment={environment} item={item} />
          ))}
        </div>
      )}
    </Loaded>
  );
}
