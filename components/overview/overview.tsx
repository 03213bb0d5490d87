"use client";

import { Skeleton } from "@heroui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { environmentNames } from "#components/layout/environment-names.ts";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { VerdictMark } from "#components/notifications/verdict-mark.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { transactionHref } from "#components/transactions/transaction-href.ts";
import { Panel } from "#components/ui/panel.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { notificationsQuery } from "#lib/queries/notifications.ts";
import { overviewRows, transactionsQuery } from "#lib/queries/transactions.ts";

/** The environment at a glance: who is connected, and what happened last. */
export function Overview({ environment }: { environment: string }) {
  const merchants = useQuery(merchantsQuery(environment));
  if (merchants.data?.length === 0) return <NotConnected />;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel title="Merchants">
        {merchants.isError ? (
          <ErrorNotice
            title="The merchants could not be listed"
            error={merchants.error}
            onRetry={() => void merchants.refetch()}
          />
        ) : null}
        {merchants.isPending ? <Skeleton className="h-40 rounded-md" aria-label="Loading merchants" /> : null}
        <ul className="divide-y divide-border">
          {merchants.data?.map(({ slug, name, status, attemptsUsed }) => (
            <li key={slug} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <Link href={`/${environment}/${slug}/transactions`} className="font-medium text-accent">
                {name}
              </Link>
              <span className="flex flex-wrap gap-x-4">
                <MerchantStatus status={status} />
                <Link href={`/${environment}/${slug}/connection`} className="text-muted underline underline-offset-2">
                  {attemptsUsed} of 2 attempts used
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <div className="flex flex-col gap-4">
        <LatestTransactions environment={environment} />
        <LatestNotifications environment={environment} />
      </div>
    </div>
  );
}

function LatestTransactions({ environment }: { environment: string }) {
  const query = useInfiniteQuery(transactionsQuery({ environment, merchant: null }, {}, overviewRows));
  const items = query.data?.pages[0]?.items ?? [];
  return (
    <Panel title="Latest transactions">
      {query.isError ? (
        <ErrorNotice title="They could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-40 rounded-md" aria-label="Loading the latest transactions" /> : null}
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <li key={`${item.merchant}/${item.id}`}>
            <Link
              href={transactionHref(environment, item)}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 hover:bg-default"
            >
              <span>
                {item.typeName}{" "}
                <span className="text-muted">
                  <MerchantName slug={item.merchant} />
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

function LatestNotifications({ environment }: { environment: string }) {
  const query = useInfiniteQuery(notificationsQuery({ environment, merchant: null }, {}));
  const items = query.data?.pages[0]?.items.slice(0, overviewRows) ?? [];
  return (
    <Panel title="Latest notifications">
      {query.isError ? (
        <ErrorNotice title="They could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && items.length === 0 ? <p className="text-muted">Nothing received yet.</p> : null}
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={`/${environment}/${item.merchant}/notifications/${item.id}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 hover:bg-default"
            >
              <span className="flex flex-wrap gap-x-3">
                <Timestamp at={item.receivedAt} /> <VerdictMark verdict={item.verdict} />
              </span>
              <span className="text-muted">
                <MerchantName slug={item.merchant} /> <span className="reference">{item.orderId}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function NotConnected() {
  const { environment } = useEnvironment();
  return (
    <EmptyState title={`${environmentNames[environment]} is not connected yet`}>
      Write the integration's and the merchants' credentials into a file and run{" "}
      <code className="reference">npm run connect -- --env {environment} --file connect.json</code>. The desk uses it within two
      seconds.
    </EmptyState>
  );
}
