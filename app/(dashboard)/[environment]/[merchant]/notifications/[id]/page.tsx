import type { Metadata } from "next";
import { NotificationDetail } from "#components/notifications/notification-detail.tsx";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { merchantTitle, requireMerchantPage } from "#lib/server/require-merchant-page.ts";
import { getNotification } from "#lib/services/notifications/get-notification.ts";
import { prefetchNotes } from "../../prefetch-notes.ts";

type Props = { params: Promise<{ environment: string; merchant: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await merchantTitle(await params, (t) => t("notification")) };
}

export default async function NotificationPage({ params }: Props) {
  const { id, ...merchantParams } = await params;
  const { ctx, environment, merchant } = await requireMerchantPage(merchantParams);
  const scope = { environment, merchant: merchant.slug };
  const detail = prefetchOf(notificationQuery(scope, id), () => getNotification(ctx, { ...scope, id }));
  return (
    <Prefetched queries={[detail, ...prefetchNotes(ctx, scope, { notification: id })]}>
      <NotificationDetail scope={scope} merchantName={merchant.name} id={id} />
    </Prefetched>
  );
}
