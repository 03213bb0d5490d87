import type { Metadata } from "next";
import { GoLiveSheet } from "#components/endpoints/go-live-sheet.tsx";
import { goLiveQuery } from "#lib/queries/endpoints.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getGoLive } from "#lib/services/endpoints/get-go-live.ts";

type Props = { params: Promise<{ environment: string; merchant: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("goLive")) };
}

export default async function GoLivePage({ params }: Props) {
  const { id, ...merchantParams } = await params;
  const { ctx, environment, merchant } = await requireMerchantPage(merchantParams);
  const scope = { environment, merchant: merchant.slug };
  const sheet = prefetchOf(goLiveQuery(scope, id), () => getGoLive(ctx, { ...scope, id }));
  return (
    <Prefetched queries={[sheet]}>
      <GoLiveSheet scope={scope} endpointId={id} />
    </Prefetched>
  );
}
