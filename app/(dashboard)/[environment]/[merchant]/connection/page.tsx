import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConnectionBoard } from "#components/connection/connection-board.tsx";
import { SyncRunsPanel } from "#components/ledger-sync/sync-runs-panel.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { connectionQuery } from "#lib/queries/connection.ts";
import { ledgerSyncQuery } from "#lib/queries/ledger-sync.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getLedgerSync } from "#lib/services/ledger-sync/sync-runs.ts";
import { getConnection } from "#lib/services/merchants/get-connection.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("connection")) };
}

export default async function ConnectionPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const connection = prefetchOf(connectionQuery(scope), () => getConnection(ctx, environment, merchant.slug));
  const ledgerSync = prefetchOf(ledgerSyncQuery(scope), () => getLedgerSync(ctx, { environment, merchant: merchant.slug }));
  return (
    <Prefetched queries={[connection, ledgerSync]}>
      <PageHeader title={t("connection")} context={merchant.name} />
      <div className="flex flex-col gap-4">
        <ConnectionBoard scope={scope} />
        <SyncRunsPanel scope={scope} />
      </div>
    </Prefetched>
  );
}
