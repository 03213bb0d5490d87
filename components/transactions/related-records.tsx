import Link from "next/link";
import { useTranslations } from "next-intl";
import { MentionList } from "#components/notifications/mention-list.tsx";
import { notificationText } from "#components/notifications/notification-words.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentStatus } from "#lib/contract/payment.ts";
import type { TransactionDetail } from "#lib/contract/transaction.ts";

/** Notifications and payments that belong to this transaction. */
export function RelatedRecords({ detail, environment }: { detail: TransactionDetail; environment: string }) {
  const ofNotification = useTranslations("notifications");
  const t = useTranslations("transactions");
  const statusName = (status: string) => {
    const key = `status.${status as PaymentStatus}` as const;
    return t.has(key) ? t(key) : status;
  };
  const base = `/${environment}/${detail.merchant}`;
  const entries = [
    ...detail.notifications.map((item) => ({
      href: `${base}/notifications/${item.id}`,
      at: item.receivedAt,
      text: notificationText(ofNotification, item),
    })),
    ...detail.payments.map((item) => ({
      href: `${base}/payments/${item.paymentId}`,
      at: item.createdAt,
      text: t("related.payment", { status: statusName(item.status) }),
    })),
  ];
  return (
    <Panel title={t("related.title")}>
      {entries.length + detail.mentions.length === 0 ? <p className="text-muted">{t("related.none")}</p> : null}
      <ul className="flex flex-col gap-1">
        {entries.map(({ href, at, text }) => (
          <li key={href} className="flex flex-wrap gap-x-3">
            <Timestamp at={at} />
            <Link href={href} className="text-accent underline underline-offset-2">
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <MentionList base={base} mentions={detail.mentions} />
    </Panel>
  );
}
