import { useLocale, useTranslations } from "next-intl";
import { formatMoney } from "#lib/core/money.ts";

type Props = { amountMinor: number | null; currency: string; amountText?: string };

/** An amount with its currency, right-aligned by its cell. An amount that does not fit its currency is shown as received. */
export function Money({ amountMinor, currency, amountText }: Props) {
  const locale = useLocale();
  const t = useTranslations("common");
  const text = amountMinor === null ? (amountText ?? "–") : formatMoney({ amountMinor, currency }, locale);
  return (
    <span className="whitespace-nowrap tabular-nums" title={amountMinor === null ? t("amountAsReceived") : undefined}>
      {text.replace("-", "−")} <span className="text-muted">{currency}</span>
    </span>
  );
}
