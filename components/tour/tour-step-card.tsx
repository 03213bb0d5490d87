"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { QrPicture } from "#components/ui/qr-picture.tsx";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import type { Tour, TourStep } from "./tour-state.ts";

/** Amount of the tour's payment: small enough to be refunded without re-authentication. */
const amount = "12.40";

type Props = { tour: Tour; step: TourStep; link: PaymentLinkState | undefined };

/** One step: what to do and why, with a link to its page. */
export function TourStepCard({ tour, step, link }: Props) {
  const t = useTranslations("tour");
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">{t(`steps.${step}.title`)}</h3>
      <p>{t(`steps.${step}.text`)}</p>
      {step === "pay" && link ? <Pay link={link} /> : null}
      {step === "find" && link ? (
        <p className="flex flex-wrap items-center gap-1">
          <span className="text-muted">{t("caller")}</span> <span className="reference">{link.orderId}</span>
          <CopyButton text={link.orderId} label={t("order")} />
        </p>
      ) : null}
      <Link href={hrefOf(step, tour, link)} className="inline-flex min-h-8 items-center text-accent underline underline-offset-2">
        {t(`steps.${step}.go`)}
      </Link>
    </div>
  );
}

function Pay({ link }: { link: PaymentLinkState }) {
  const t = useTranslations("tour");
  return (
    <>
      <div className="flex items-center gap-3">
        <QrPicture text={link.url} label={t("qr")} size={132} />
        <a data-tour="pay" href={link.url} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
          {t("payHere")}
        </a>
      </div>
      {link.isInLan ? null : <p className="text-muted text-xs">{t("lan")}</p>}
      {link.status === "reversed" || (!link.isOpen && link.status !== "paying") ? <p role="status">{t("linkOver")}</p> : null}
    </>
  );
}

function hrefOf(step: TourStep, { merchant, token }: Tour, link: PaymentLinkState | undefined): string {
  const base = `/sandbox/${merchant}`;
  const payment = `${base}/payments/link`;
  const [notification] = link?.notifications ?? [];
  const hrefs: Record<TourStep, string> = {
    create: `${payment}?amount=${amount}`,
    pay: `${base}/notifications`,
    notified: `${base}/notifications`,
    find: `/sandbox/find?q=${encodeURIComponent(link?.orderId ?? "")}`,
    open: notification ? `${base}/notifications/${notification.id}` : `${base}/notifications`,
    refund: `${payment}?link=${token ?? ""}`,
  };
  return hrefs[step];
}
