import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConnectionBoard } from "#components/connection/connection-board.tsx";
import { MirrorPanel } from "#components/mirror/mirror-panel.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { connectionQuery } from "#lib/queries/connection.ts";
import { mirrorQuery } from "#lib/queries/mirror.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getConnection } from "#lib/services/merchants/get-connection.ts";
import { getMirror } from "#lib/services/mirror/mirror-runs.ts";

type Props = { params: Promise<{ environment: string; merchant: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("connection")) };
}

export default async function ConnectionPage({ params }: Props) {
  const { ctx, environment, merchant } = await requireMerchantPage(await params);
  const t = await getTranslations("titles");
  const scope = { environment, merchant: merchant.slug };
  const connection = prefetchOf(connectionQuery(scope), () => getConnection(ctx, environment, merchant.slug));
  const mirror = prefetchOf(mirrorQuery(scope), () => getMirror(ctx, { environment, merchant: merchant.slug }));
  return (
    <Prefetched queries={[connection, mirror]}>
      <PageHeader title={t("connection")} context={merchant.name} />
      <div className="flex flex-col gap-4">
        <ConnectionBoard scope={scope} />
        <MirrorPanel scope={scope} />
      </div>
    </Prefetched>
  );
}
