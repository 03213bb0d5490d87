import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import { Money } from "#components/ui/money.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { currencyName } from "#lib/core/currency.ts";
import { formatMoney } from "#lib/core/money.ts";
import { PaymentStatus } from "./payment-status.tsx";

/** The request and its current state. */
export function PaymentSummary({ payment }: { payment: PaymentDetail }) {
  const t = useTranslations("payments");
  const locale = useLocale();
  const { currency, openAct } = payment;
  const money = (amountMinor: number) => `${formatMoney({ amountMinor, currency }, locale)} ${currency}`;
  const fields = [
    { label: t("summary.currency"), value: currencyName(currency, locale) },
    { label: t("summary.terminal"), value: payment.terminalId },
    ...named(t("summary.tip"), payment.tipMinor > 0 && money(payment.tipMinor)),
    ...named(
      t("summary.leftToRefund"),
      payment.status === "success" && payment.kind === "payment" && money(payment.refundableMinor),
    ),
    ...named(t("summary.ownReference"), payment.ownReference),
    ...named(t(payment.kind === "refund" ? "summary.reason" : "summary.description"), payment.description),
    ...named(t("summary.operatorCode"), payment.operatorCode),
    ...named(t("summary.extra"), payment.extra && JSON.stringify(payment.extra)),
    ...named(t("summary.takenBy"), payment.createdBy),
    ...named(t("summary.atGateway"), payment.gatewayPaymentId),
  ];
  return (
    <section className="rounded-lg border border-border bg-surface p-4">
      <p className="font-semibold text-2xl">
        <Money {...payment} />
      </p>
      <p role="status" className="pt-1 text-lg">
        <PaymentStatus status={payment.status} />
      </p>
      {openAct ? <p className="pt-1 text-(--tone-warning)">{t(`summary.open.${openAct.act}`)}</p> : null}
      <p className="flex items-center gap-1 py-2">
        <span className="reference">{payment.referenceNumber}</span>
        <CopyButton text={payment.referenceNumber} label={t("summary.reference")} />
      </p>
      <FieldList label={t("summary.label")} fields={fields} />
    </section>
  );
}

function named(label: string, value: string | null | false): { label: string; value: string }[] {
  return value ? [{ label, value }] : [];
}
