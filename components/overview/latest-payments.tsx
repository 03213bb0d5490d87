"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { MerchantName } from "#components/merchant-name.tsx";
import { StateMark } from "#components/state-mark.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { transactionState } from "#lib/core/transaction-state.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { latestSalesQuery } from "#lib/queries/overview.ts";

/** The latest sales, without their fees; showing them also triggers a ledger sync. */
export function LatestPayments({ scope, group }: { scope: Scope; group: string | null }) {
  const t = useTranslations("overview.latest");
  const ofList = useTranslations("transactions.list.empty");
  const query = useInfiniteQuery(latestSalesQuery(scope, { group }));
  const neverRead = query.data?.pages[0]?.sync?.neverRead ?? 0;
  const items = query.data?.pages[0]?.items ?? [];
  return (
    <Panel title={t("title")}>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-48 rounded-md" role="status" aria-label={t("loading")} /> : null}
      {query.data && items.length === 0 ? (
        <p className="text-muted">{neverRead > 0 ? ofList("unread", { count: neverRead }) : t("none")}</p>
      ) : null}
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <li key={`${item.merchant}/${item.id}`}>
            <Link
              href={transactionHref(scope.environment, item)}
              className="grid min-h-9 grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-4 py-1 hover:bg-surface-secondary sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_minmax(8rem,auto)]"
            >
              <span className="text-muted">
                <Timestamp at={item.occurredAt} isEstimated={item.isTimeEstimated} precision="row" />
              </span>
              <span className="truncate max-sm:text-end">
                {scope.merchant === null ? (
                  <MerchantName slug={item.merchant} />
                ) : (
                  <span className="reference">{item.referenceNumber ?? item.reference}</span>
                )}
              </span>
              <span className="truncate">
                <StateMark {...transactionState({ row: item })} />
              </span>
              <span className="text-end font-medium">
                <Money {...item} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
