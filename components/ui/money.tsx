import { useLocale, useTranslations } from "next-intl";
import { formatMoney } from "#lib/core/money.ts";
import { withMinus } from "./with-minus.ts";

type Props = { amountMinor: number | null; currency: string; amountText?: string };

/** An amount with its currency; the cell aligns it to the right. An amount with the wrong number of decimals for its currency is shown as received. */
export function Money({ amountMinor, currency, amountText }: Props) {
  const locale = useLocale();
  if (amountMinor === null) return <Received text={amountText ?? "–"} currency={currency} />;
  return <Amount text={formatMoney({ amountMinor, currency }, locale)} currency={currency} />;
}

type Text = { text: string; currency: string; title?: string };

function Received(amount: Text) {
  const t = useTranslations("common");
  return <Amount {...amount} title={t("amountAsReceived")} />;
}

function Amount({ text, currency, title }: Text) {
  return (
    <span className="whitespace-nowrap tabular-nums" title={title}>
      {withMinus(text)} <span className="text-muted">{currency}</span>
    </span>
  );
}
