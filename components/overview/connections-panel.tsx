"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/error-notice.tsx";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";

const weight: Record<MerchantState, number> = {
  refused: 0,
  no_certificate: 1,
  sync_failed: 2,
  waiting: 3,
  unproven: 4,
  ready: 5,
};

/** Who is connected; those that need a person first. */
export function ConnectionsPanel({ environment }: { environment: string }) {
  const t = useTranslations("overview.connections");
  const query = useQuery(merchantsQuery(environment));
  const merchants = query.data?.toSorted((one, other) => weight[one.state] - weight[other.state]);
  return (
    <Panel title={t("title")}>
      {query.isError ? <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton className="h-40 rounded-md" role="status" aria-label={t("loading")} /> : null}
      <ul className="divide-y divide-border">
        {merchants?.map(({ slug, name, state, attemptsUsed }) => (
          <li key={slug} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <Link href={`/${environment}/${slug}`} className="font-medium text-accent">
              {name}
            </Link>
            <span className="flex flex-wrap gap-x-4">
              <MerchantStatus state={state} />
              <Link href={`/${environment}/${slug}/connection`} className="text-muted underline underline-offset-2">
                {t("attempts", { used: attemptsUsed })}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
