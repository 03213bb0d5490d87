import type { Metadata } from "next";
import { ConnectionBoard } from "#components/connection/connection-board.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { connectionQuery } from "#lib/queries/connection.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getConnection } from "#lib/services/merchants/get-connection.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, "Connection") };
}

export default async function ConnectionPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const scope = { environment, merchant: merchant.slug };
  const connection = prefetchOf(connectionQuery(scope), () => getConnection(ctx, environment, merchant.slug));
  return (
    <Prefetched queries={[connection]}>
      <PageHeader title="Connection" context={merchant.name} />
      <ConnectionBoard scope={scope} />
    </Prefetched>
  );
}
