import Link from "next/link";
import { useTranslations } from "next-intl";
import { notificationText } from "#components/notifications/notification-words.ts";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { PaymentStatus } from "./payment-status.tsx";

/** States in which money may have moved. */
const hasLedgerRow = new Set<string>(["success", "reversed", "in_progress", "unknown", "sending"]);
const link = "text-accent underline underline-offset-2";

/** Records related to this payment: its transaction, its notifications, its refunds or the refunded payment. */
export function PaymentRelated({ payment, environment }: { payment: PaymentDetail; environment: string }) {
  const ofNotification = useTranslations("notifications");
  const t = useTranslations("payments");
  const base = `/${environment}/${payment.merchant}`;
  return (
    <Panel title={t("related.title")}>
      <dl className="flex flex-col gap-3">
        <Entry name={t("related.transaction")}>
          {payment.transaction ? (
            <Link
              className={`reference ${link}`}
              href={`${base}/transactions/${encodeURIComponent(payment.transaction.reference)}`}
            >
              {payment.transaction.reference}
            </Link>
          ) : (
            <span className="text-muted">{t(`related.${noTransaction(payment)}`)}</span>
          )}
        </Entry>
        <Entry name={t("related.notifications")}>
          {payment.notifications.length === 0 ? (
            <span className="text-muted">{t("related.noNotifications")}</span>
          ) : (
            payment.notifications.map((item) => (
              <span key={item.id} className="flex flex-wrap gap-x-3">
                <Timestamp at={item.receivedAt} />
                <Link className={link} href={`${base}/notifications/${item.id}`}>
                  {notificationText(ofNotification, item)}
                </Link>
              </span>
            ))
          )}
        </Entry>
        {payment.originalId ? (
          <Entry name={t("related.refundOf")}>
            <Link className={link} href={`${base}/payments/${payment.originalId}`}>
              {t("related.original")}
            </Link>
          </Entry>
        ) : null}
        {payment.refunds.length > 0 ? (
          <Entry name={t("related.refunds")}>
            {payment.refunds.map((refund) => (
              <span key={refund.paymentId} className="flex flex-wrap gap-x-3">
                <Link className={link} href={`${base}/payments/${refund.paymentId}`}>
                  <Money {...refund} />
                </Link>
                <PaymentStatus status={refund.status} />
              </span>
            ))}
          </Entry>
        ) : null}
      </dl>
    </Panel>
  );
}

/** An empty list proves nothing about the money. */
function noTransaction({ status, outcome }: PaymentDetail): "notYetRead" | "notFound" | "noMoneyMoved" {
  if (hasLedgerRow.has(status)) return "notYetRead";
  return outcome?.verdict === "did_not_happen" ? "notFound" : "noMoneyMoved";
}

function Entry({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-col gap-1">{children}</dd>
    </div>
  );
}
