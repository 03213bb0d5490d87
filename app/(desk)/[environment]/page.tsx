import type { Metadata } from "next";
import { PageHeader } from "#components/layout/page-header.tsx";
import { Overview } from "#components/overview/overview.tsx";
import { notificationsInput, notificationsQuery } from "#lib/queries/notifications.ts";
import { overviewRows, transactionsInput, transactionsQuery } from "#lib/queries/transactions.ts";
import { prefetchPageOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";
import { listTransactions } from "#lib/services/transactions/list-transactions.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, environment } = await requireDeskPage(await params);
  const scope = { environment, merchant: null };
  const queries = [
    prefetchPageOf(transactionsQuery(scope, {}, overviewRows), ({ gatewayMs }) =>
      listTransactions(ctx, { environment, input: transactionsInput({}, overviewRows), budgetMs: gatewayMs }),
    ),
    prefetchPageOf(notificationsQuery(scope, {}), () => listNotifications(ctx, { ...scope, input: notificationsInput({}) })),
  ];
  return (
    <Prefetched queries={queries}>
      <PageHeader title="Overview" context="All merchants" />
      <Overview environment={environment} />
    </Prefetched>
  );
}
