"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationsQuery } from "#lib/queries/notifications.ts";
import { overviewRows, transactionsQuery } from "#lib/queries/transactions.ts";
import { StandingMark } from "../notifications/verification-badge.tsx";

/** The latest transactions; showing them also triggers a ledger sync. */
export function LatestTransactions({ scope }: { scope: Scope }) {
  const t = useTranslations("overview.latest");
  const say = useSentence();
  const ofList = useTranslations("transactions.list.empty");
  const query = useInfiniteQuery(transactionsQuery(scope, {}, overviewRows));
  const neverRead = query.data?.pages[0]?.sync?.neverRead ?? 0;
  const items = query.data?.pages[0]?.items ?? [];
  return (
    <Panel title={t("transactions")}>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-40 rounded-md" role="status" aria-label={t("loading")} /> : null}
      {query.data && items.length === 0 ? (
        <p className="text-muted">{neverRead > 0 ? ofList("unread", { count: neverRead }) : t("nothingBooked")}</p>
      ) : null}
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <li key={`${item.merchant}/${item.id}`}>
            <Link
              href={transactionHref(scope.environment, item)}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 hover:bg-default"
            >
              <span>
                {say(item.typeName)}{" "}
                <span className="text-muted">
                  {scope.merchant === null ? (
                    <MerchantName slug={item.merchant} />
                  ) : (
                    <span className="reference">{item.reference}</span>
                  )}
                </span>
              </span>
              <Money {...item} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The latest notifications. */
export function LatestNotifications({ scope }: { scope: Scope }) {
  const t = useTranslations("overview.latest");
  const query = useInfiniteQuery(notificationsQuery(scope, {}));
  const items = query.data?.pages[0]?.items.slice(0, overviewRows) ?? [];
  return (
    <Panel title={t("notifications")}>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-40 rounded-md" role="status" aria-label={t("loadingNotifications")} /> : null}
      {query.data && items.length === 0 ? <p className="text-muted">{t("nothingReceived")}</p> : null}
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={`/${scope.environment}/${item.merchant}/notifications/${item.id}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 hover:bg-default"
            >
              <span className="flex flex-wrap gap-x-3">
                <Timestamp at={item.receivedAt} /> <StandingMark item={item} />
              </span>
              <span className="text-muted">
                {scope.merchant === null ? <MerchantName slug={item.merchant} /> : null}{" "}
                <span className="reference">{item.orderId}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
