"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { notificationText } from "#components/notifications/notification-words.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { QrPicture } from "#components/ui/qr-picture.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentLinkQuery } from "#lib/queries/payment-links.ts";
import { RefundLink } from "./refund-link.tsx";

const tones = {
  pending: "active",
  paying: "active",
  paid: "success",
  reversed: "danger",
  refunded: "neutral",
  canceled: "neutral",
} as const satisfies Record<string, Tone>;

/** A payment link as QR code and text, with its status. */
export function PaymentLinkCard({ scope, token }: { scope: Scope; token: string }) {
  const t = useTranslations("payments");
  const query = useQuery(paymentLinkQuery(scope, token));
  const loading = <Skeleton className="h-96 rounded-lg" role="status" aria-label={t("link.loading")} />;
  return (
    <Loaded query={query} failedTitle={t("link.notShown")} loading={loading}>
      {(link) => <LinkPanel scope={scope} link={link} />}
    </Loaded>
  );
}

function LinkPanel({ scope, link }: { scope: Scope; link: PaymentLinkState }) {
  const ofNotification = useTranslations("notifications");
  const t = useTranslations("payments");
  const { status } = link;
  const isOver = !link.isOpen && status === "pending";
  return (
    <Panel title={t("link.order", { orderId: link.orderId })} action={<RefundLink scope={scope} link={link} />}>
      <p className="pb-3 text-figure">
        <Money {...link} />
      </p>
      <QrPicture text={link.url} label={t("link.qr")} size={240} />
      <p className="flex items-center gap-1 pt-2">
        <a href={link.url} target="_blank" rel="noreferrer" className="reference wrap-anywhere text-accent underline">
          {link.url}
        </a>
        <CopyButton text={link.url} label={t("link.name")} />
      </p>
      <p className="text-muted">
        {t.rich("link.goodUntil", { time: () => <Timestamp at={link.expiresAt} precision="time" /> })}{" "}
        {link.isInLan ? null : t("link.thisMachine")}
      </p>
      <p role="status" className="pt-3 text-section">
        <StatusMark tone={isOver ? "neutral" : tones[status]}>
          {isOver ? t("link.tooOld") : t(`link.status.${status}`)}
        </StatusMark>
      </p>
      <ul aria-label={t("link.notifications")}>
        {link.notifications.map(({ id, receivedAt, method, verdict, gateway }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <Timestamp at={receivedAt} />
            <Link className="text-accent underline" href={`/${scope.environment}/${scope.merchant}/notifications/${id}`}>
              {notificationText(ofNotification, { method, verdict, gateway })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
